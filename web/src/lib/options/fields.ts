/** A form made from the JSON Schema of a ruleset's options (docs/api.md, "Options"). */

type Schema = Record<string, unknown>;
export type Options = Record<string, unknown>;

type Kind =
  | { kind: 'choice'; values: string[] }
  | { kind: 'number'; least?: number; most?: number; whole: boolean }
  | { kind: 'some'; values: string[] }
  | { kind: 'list' }
  | { kind: 'flag' }
  | { kind: 'text' };

export type Field = Kind & {
  name: string;
  /** Among the few that matter first. */
  first: boolean;
  /** Values of other options without which this one says nothing. */
  when: Record<string, unknown>;
};

/** Whole numbers out of at most so many are chosen from a list. */
const FEW = 16;

/** What a form asks for, in the schema's order; options it has no field for are left to their defaults. */
export function fields(schema: Schema): Field[] {
  const found = Object.entries(object(resolved(schema, schema).properties)).flatMap(([name, property]): Field[] => {
    const given = object(property);
    const kind = given['x-hidden'] === true ? undefined : kindOf(resolved(given, schema), schema);
    return kind ? [{ ...kind, name, first: given['x-first'] === true, when: object(given['x-when']) }] : [];
  });
  // A schema that says nothing of what matters first shows everything.
  return found.some((field) => field.first) ? found : found.map((field) => ({ ...field, first: true }));
}

/** What a list's entries may be, for an option that has a form of its own. */
export function examples(schema: Schema, name: string): string[] {
  const kind = kindOf(resolved(object(object(resolved(schema, schema).properties)[name]), schema), schema);
  return kind?.kind === 'some' ? kind.values : [];
}

/** Whether a game with these options is played on any map, uploaded ones too (docs/maps.md). */
export function takesMaps(schema: Schema): boolean {
  return object(object(resolved(schema, schema).properties).map)['x-maps'] === true;
}

/** Whether an option says anything beside the others. */
export function applies(field: Field, options: Options): boolean {
  return Object.entries(field.when).every(([name, value]) => options[name] === value);
}

function kindOf(schema: Schema, root: Schema): Kind | undefined {
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum.map(String) };
  if (schema.type === 'boolean') return { kind: 'flag' };
  if (schema.type === 'integer' || schema.type === 'number')
    return {
      kind: 'number',
      whole: schema.type === 'integer',
      ...(typeof schema.minimum === 'number' ? { least: schema.minimum } : {}),
      ...(typeof schema.maximum === 'number' ? { most: schema.maximum } : {}),
    };
  if (schema.type === 'string') return { kind: 'text' };
  if (schema.type !== 'array') return undefined;
  const items = resolved(object(schema.items), root);
  const values = items.enum ?? items.examples;
  if (Array.isArray(values)) return { kind: 'some', values: values.map(String) };
  return items.type === 'string' ? { kind: 'list' } : undefined;
}

/** A schema with what it refers to, and of several possible ones the first that isn't null; its own words win. */
function resolved(schema: Schema, root: Schema): Schema {
  const reference = schema.$ref;
  if (typeof reference === 'string') {
    const target = reference.replace(/^#\//u, '').split('/').reduce<unknown>((at, part) => object(at)[part], root);
    const { $ref: _, ...own } = schema;
    return { ...resolved(object(target), root), ...own };
  }
  const any = schema.anyOf ?? schema.oneOf;
  const one = Array.isArray(any) ? any.map(object).find((each) => each.type !== 'null') : undefined;
  return one ? { ...resolved(one, root), ...schema } : schema;
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The numbers to choose from where they are few. */
export function few(field: Field): number[] | undefined {
  if (field.kind !== 'number' || !field.whole || field.least === undefined || field.most === undefined) return undefined;
  const { least, most } = field;
  return most - least < FEW ? Array.from({ length: most - least + 1 }, (_, i) => least + i) : undefined;
}

/** An identifier as words, where there is no better text: `tokens_a_round` is "Tokens a round". */
export function plainWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/gu, '$1 $2').replace(/[_-]+/gu, ' ').trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** A small message formatter: {name}, {n, plural, one {…} other {…}}, {x, select, a {…} other {…}}, # and <b>…</b>. */

export type Values = Record<string, string | number | undefined>;
export interface Piece {
  text: string;
  strong: boolean;
}

type Cases = Record<string, string>;

/** Position just behind the brace that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    if (text[i] === '}' && --depth === 0) return i + 1;
  }
  throw new Error(`unclosed brace in message: ${text}`);
}

function cases(text: string): Cases {
  const found: Cases = {};
  let rest = text.trim();
  while (rest) {
    const open = rest.indexOf('{');
    const end = closing(rest, open);
    found[rest.slice(0, open).trim()] = rest.slice(open + 1, end - 1);
    rest = rest.slice(end).trim();
  }
  return found;
}

export class Formatter {
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;

  private readonly isolate: boolean;

  constructor(language: string) {
    this.isolate = language === 'fa';
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  /** The message with its values put in; numbers in the language's own digits. */
  format(message: string, values: Values = {}): string {
    let out = '';
    let at = 0;
    for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', at)) {
      const end = closing(message, open);
      out += message.slice(at, open) + this.argument(message.slice(open + 1, end - 1), values);
      at = end;
    }
    return out + message.slice(at);
  }

  private argument(inner: string, values: Values): string {
    const [name = '', kind = '', ...rest] = inner.split(',');
    const value = values[name.trim()];
    if (kind.trim() === 'plural') {
      const chosen = cases(rest.join(','));
      const n = Number(value);
      const form = chosen[`=${n}`] ?? chosen[this.plurals.select(n)] ?? chosen.other ?? '';
      return this.format(form.replaceAll('#', this.number(n)), values);
    }
    if (kind.trim() === 'select') {
      const chosen = cases(rest.join(','));
      return this.format(chosen[String(value)] ?? chosen.other ?? '', values);
    }
    if (typeof value === 'number') return this.number(value);
    // A Latin name in Persian text keeps its own direction.
    return value && this.isolate ? `\u2068${value}\u2069` : (value ?? '');
  }
}

/** A message that becomes a name somewhere: without the marks of direction, which no name may have. */
export const unmarked = (text: string): string => text.replace(/[\u2066-\u2069]/gu, '');

/** Splits a formatted message at its <b> tags. Values never become markup: pieces are shown as text. */
export function pieces(text: string): Piece[] {
  return text
    .split(/(<b>.*?<\/b>)/u)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('<b>') ? { text: part.slice(3, -4), strong: true } : { text: part, strong: false }));
}

import { describe, expect, it } from 'vitest';
import document from '../../../../docs/openapi.json';
import en from '../../messages/en.json';
import { applies, few, fields, plainWords } from './fields.ts';

const { components } = document;
const published = { ...components.schemas['chess_wars.Options'], components };

describe('fields', () => {
  it('makes a field of every kind of option, whatever the ruleset', () => {
    const schema = {
      $ref: '#/$defs/Options',
      $defs: {
        Weather: { enum: ['fair', 'foul'] },
        Options: {
          type: 'object',
          properties: {
            weather: { $ref: '#/$defs/Weather', default: 'fair' },
            tide: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1, maximum: 4 }] },
            depth: { type: 'number' },
            fog: { type: 'boolean', default: false },
            motto: { type: 'string' },
            seas: { type: 'array', items: { type: 'string', examples: ['North', 'South'] } },
            ports: { type: 'array', items: { type: 'string' } },
            start: { type: 'object' },
            secret: { type: 'string', 'x-hidden': true },
          },
        },
      },
    };
    const found = fields(schema);
    expect(found.map((field) => [field.name, field.kind])).toEqual([
      ['weather', 'choice'], ['tide', 'number'], ['depth', 'number'], ['fog', 'flag'], ['motto', 'text'], ['seas', 'some'], ['ports', 'list'],
    ]);
    expect(found[0]).toMatchObject({ values: ['fair', 'foul'], first: true });
    expect(few(found[1]!)).toEqual([1, 2, 3, 4]);
    expect(few(found[2]!)).toBeUndefined();
    expect(found[5]).toMatchObject({ values: ['North', 'South'] });
  });
  it('makes nothing of nothing', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ $ref: '#/$defs/Gone' })).toEqual([]);
  });
  it('asks what matters first, and only what says anything', () => {
    const found = fields(published);
    expect(found.filter((field) => field.first).map((field) => field.name)).toEqual(['pace', 'initial_min', 'increment_s', 'days_a_move', 'draft']);
    const initial = found.find((field) => field.name === 'initial_min')!;
    expect([applies(initial, { pace: 'live' }), applies(initial, { pace: 'correspondence' })]).toEqual([true, false]);
    expect(found.find((field) => field.name === 'handicap')).toMatchObject({ values: ['none', 'light', 'full'] });
  });
  it('has words for every option of the rulesets there are', () => {
    const messages: Record<string, string> = en;
    for (const field of fields(published)) {
      expect(messages[`option.${field.name}`], field.name).toBeTruthy();
      const values = field.kind === 'choice' || field.kind === 'some' ? field.values : [];
      for (const value of values.map((each) => each.replaceAll(' ', '_')))
        expect(messages[`option.${field.name}_${value}`] ?? messages[`${field.name}.${value}`], value).toBeTruthy();
    }
  });
});

describe('plainWords', () => {
  it('reads identifiers aloud', () => {
    expect([plainWords('tokens_a_round'), plainWords('fogOfWar'), plainWords('x')]).toEqual(['Tokens a round', 'Fog Of War', 'X']);
  });
});

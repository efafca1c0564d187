import { describe, expect, it } from 'vitest';
import en from '../../messages/en.json';
import fa from '../../messages/fa.json';
import { Formatter, pieces, unmarked } from './format.ts';

describe('Formatter', () => {
  const english = new Formatter('en');
  it('puts values in, numbers in the language’s digits', () => {
    expect(english.format('{who} has {n}', { who: 'Teo', n: 1234 })).toBe('Teo has 1,234');
    expect(new Formatter('fa').format('{n} امتیاز', { n: 10 })).toBe('۱۰ امتیاز');
  });
  it('has no marks left where a message becomes a name', () => {
    expect(unmarked(new Formatter('fa').format(fa['lobby.default_game'], { who: 'Mara' }))).toBe('نبرد Mara');
  });
  it('chooses plurals by rule and by exact number', () => {
    const message = '{n, plural, =0 {none} one {# seat} other {# seats}}';
    expect([0, 1, 2].map((n) => english.format(message, { n }))).toEqual(['none', '1 seat', '2 seats']);
  });
  it('selects, and nests', () => {
    const message = '{who, select, You {You attack {whom}} other {{who} attacks {whom}}}';
    expect(english.format(message, { who: 'You', whom: 'Teo' })).toBe('You attack Teo');
    expect(english.format(message, { who: 'Teo', whom: 'Mara' })).toBe('Teo attacks Mara');
  });
  it('isolates names in right-to-left text', () => {
    expect(new Formatter('fa').format('از آن {who}', { who: 'Teo' })).toBe('از آن \u2068Teo\u2069');
  });
  it('never makes markup of values', () => {
    expect(pieces(english.format('Needs <b>{need}</b> of {what}', { need: 11, what: '<i>x</i>' }))).toEqual([
      { text: 'Needs ', strong: false },
      { text: '11', strong: true },
      { text: ' of <i>x</i>', strong: false },
    ]);
  });
});

describe('messages', () => {
  it('are the same in both languages, with the same values', () => {
    expect(Object.keys(fa)).toEqual(Object.keys(en));
    const names = (text: string): Set<string> => new Set([...text.matchAll(/\{\s*([a-z_]\w*)\s*(?=[,}])/gu)].map((match) => match[1] ?? ''));
    for (const [key, text] of Object.entries(en)) {
      const other = (fa as Record<string, string>)[key] ?? '';
      for (const name of names(other)) expect([...names(text)], `${key} in fa`).toContain(name);
    }
  });
  it('tell what somebody did from what time or the host did for them', () => {
    const line = (key: keyof typeof en, values: Record<string, string>): string => new Formatter('en').format(en[key], values);
    expect(line('log.chess_wars.turn_passed', { seat: 'You', by: 'host' })).toBe('The host passed for you.');
    expect(line('log.chess_wars.turn_passed', { seat: 'Teo', by: 'clock' })).toBe('Teo let the turn run out.');
    expect(line('log.chess_wars.war_withdrawn', { attacker: 'Teo', target: 'Peru', by: 'clock' })).toBe('Teo let the time run out: the war on Peru is withdrawn.');
    const offer = { by: 'You', to: 'Teo' };
    expect(line('log.chess_wars.peace_offer_ended', { ...offer, how: 'declined' })).toBe('Teo turned down your peace offer.');
    expect(line('log.chess_wars.accord_offer_ended', { ...offer, how: 'declined' })).toBe('Teo turned down the accord that you proposed.');
    expect(line('log.chess_wars.accord_offer_ended', { ...offer, how: 'lapsed' })).toBe('The proposed accord between you and Teo lapsed.');
  });
  it('can all be formatted', () => {
    for (const [language, messages] of Object.entries({ en, fa })) {
      const formatter = new Formatter(language);
      for (const text of Object.values(messages)) expect(() => formatter.format(text, { n: 2 })).not.toThrow();
    }
  });
});

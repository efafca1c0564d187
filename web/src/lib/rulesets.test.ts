import { describe, expect, it } from 'vitest';
import { asksBots, inOrder, kindOf, levelKey } from './rulesets.ts';

describe('games in the lobby', () => {
  it('are told apart by what their tables can be', () => {
    expect(kindOf('provinces')).toEqual({ botLevels: 3, coins: true });
    expect([asksBots(kindOf('kingdoms')), kindOf('kingdoms').coins, asksBots(kindOf('chess_wars'))]).toEqual([true, false, false]);
    expect(kindOf('anything')).toEqual({ botLevels: 8, coins: false });
    expect([levelKey(3, 3), levelKey(3, 8)]).toEqual(['bot.hard', undefined]);
  });
  it('begin with the Persian one in Persian', () => {
    const both = [{ name: 'chess_wars' }, { name: 'provinces' }];
    expect(inOrder(both, 'fa').map(({ name }) => name)).toEqual(['provinces', 'chess_wars']);
    expect(inOrder(both, 'en')).toEqual(both);
  });
});

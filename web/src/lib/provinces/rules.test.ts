import { describe, expect, it } from 'vitest';
import { havens, open, phaseNow, standings, targets, ways } from './rules.ts';
import type { PublicView } from './types.ts';

/** a - b - c in a row, and d beside b. */
const neighbours = new Map([['a', new Set(['b'])], ['b', new Set(['a', 'c', 'd'])], ['c', new Set(['b'])], ['d', new Set(['b'])]]);
const turn = { number: 4, seat: 0, step: 'attack', to_place: 0, attacks: 0, most_attacks: 2, since_unix_ms: 0, due_unix_ms: 0 } as const;
const game = (change: Partial<PublicView> = {}): PublicView => ({
  provinces: { a: { owner: 0, units: 3 }, b: { owner: 0, units: 2 }, c: { owner: 1, units: 1 }, d: { units: 3 } },
  players: {}, turn, ...change,
}) as PublicView;

describe('a turn', () => {
  it('goes over borders: to others and to neutral ones, never from a single unit', () => {
    expect(targets(game(), neighbours, 0, 'b')).toEqual(['c', 'd']);
    expect(targets(game(), neighbours, 0, 'a')).toEqual([]);
    expect(targets(game(), neighbours, 1, 'c')).toEqual([]);
    expect(havens(game(), neighbours, 0, 'a')).toEqual(['b']);
    expect([...ways(game(), neighbours, 0, 'attack').keys()]).toEqual(['b']);
  });
  it('has the phases that are left of it', () => {
    expect(open(game(), neighbours, 0)).toEqual(['attack', 'move']);
    expect(open(game(), neighbours, 1)).toEqual([]);
    expect(open(game({ turn: { ...turn, step: 'reinforce', to_place: 2 } }), neighbours, 0)).toEqual(['reinforce']);
    expect(open(game({ turn: { ...turn, attacks: 2 } }), neighbours, 0)).toEqual(['move']);
    expect(open(game({ turn: { ...turn, step: 'end' } }), neighbours, 0)).toEqual([]);
  });
  it('is played in the phase that is wished, while that is open', () => {
    expect(phaseNow(['attack', 'move'], 'move')).toBe('move');
    expect(phaseNow(['move'], 'attack')).toBe('move');
    expect(phaseNow([], 'attack')).toBeUndefined();
  });
});

describe('standings', () => {
  it('put who is out last, and the largest first', () => {
    const player = (provinces: number, units: number, out?: string) => ({ provinces, units, ...(out ? { out } : {}) });
    expect(standings(game({ players: { 0: player(3, 9), 1: player(9, 20, 'left'), 2: player(3, 12) } as never }))).toEqual([2, 0, 1]);
  });
});

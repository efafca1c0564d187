import { describe, expect, it } from 'vitest';
import { ranking } from './ending.ts';
import type { SecretMission } from './types.ts';

const figures = (population: number, area: number, gdp: number): Record<string, number> => ({ population, area, gdp });
const outcome = (standings: Record<string, { place: number; points: number; figures?: Record<string, number> }>) => ({ reason: 'last_round', standings, at_unix_ms: 1 });
const wall: SecretMission = { mission: { type: 'IronWall' } as never, scored: 5, have: 3, need: 3 };

describe('the end', () => {
  it('lists places in order, and what points are made of as it was earned', () => {
    const game = {
      outcome: outcome({ '0': { place: 2, points: 2 }, '1': { place: 1, points: 6 } }),
      missions: { Expansion: { points: 2, seats: { '1': { scored: 7 }, '0': { scored: 3 } } }, Kingslayer: { points: 3, seats: { '0': {}, '1': {} } } },
      secrets: { '1': { ready: true, revealed: wall }, '0': { ready: true, revealed: { ...wall, scored: 0 } } },
      titles: { area: { holder: 1, figure: 9 }, gdp: { figure: 0 } },
      seats: { '0': { mission_points: 2, points: 2 }, '1': { mission_points: 5, points: 6 } },
    };
    expect(ranking(game)).toEqual([
      { seat: 1, place: 1, points: 6, parts: [
        { kind: 'secret', secret: wall, points: 3, round: 5 }, { kind: 'mission', name: 'Expansion', points: 2, round: 7 }, { kind: 'title', title: 'area', points: 1 },
      ] },
      { seat: 0, place: 2, points: 2, parts: [{ kind: 'mission', name: 'Expansion', points: 2, round: 3 }] },
    ]);
  });
  it('tells by which figure equal totals were parted', () => {
    const ranked = ranking({ outcome: outcome({
      '0': { place: 2, points: 4, figures: figures(8, 3, 9) }, '1': { place: 1, points: 4, figures: figures(8, 5, 1) }, '2': { place: 3, points: 1, figures: figures(9, 9, 9) },
    }) });
    expect(ranked.map(({ seat, tie }) => [seat, tie])).toEqual([[1, { figure: 'area', value: 5 }], [0, { figure: 'area', value: 3 }], [2, undefined]]);
  });
  it('names none where a place is shared', () => {
    const ranked = ranking({ outcome: outcome({ '0': { place: 1, points: 10, figures: figures(8, 3, 9) }, '1': { place: 1, points: 10, figures: figures(2, 3, 9) } }) });
    expect(ranked.map(({ tie }) => tie)).toEqual([undefined, undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { pointsOverRounds } from './points.ts';

const totals = { '0': [0, 0], '1': [4, 0], '2': [3, 1], '10': [5, 6], '9': [5, 4] };

describe('points over rounds', () => {
  it('are in the order of rounds, now at the end', () => {
    expect(pointsOverRounds({ phase: 'war', round: 11, totals, seats: { '0': { points: 5 }, '1': { points: 8 } } })).toEqual({
      rounds: [0, 1, 2, 9, 10, 11],
      seats: [{ seat: 0, points: [0, 4, 3, 5, 5, 5] }, { seat: 1, points: [0, 0, 1, 4, 6, 8] }],
    });
  });
  it('have nothing to show before the first round', () => {
    expect(pointsOverRounds({ phase: 'draft', seats: { '0': {}, '1': {} } })).toEqual({ rounds: [], seats: [{ seat: 0, points: [] }, { seat: 1, points: [] }] });
  });
  it('end with the final points', () => {
    expect(pointsOverRounds({ phase: 'ended', round: 1, totals: { '0': [0, 0] }, seats: { '0': { points: 3 }, '1': {} } }).seats).toEqual([{ seat: 0, points: [0, 3] }, { seat: 1, points: [0, 0] }]);
  });
});

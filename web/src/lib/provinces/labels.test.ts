import { describe, expect, it } from 'vitest';
import { names, type Spot } from './labels.ts';

const spot = (id: string, x: number, y: number, must = false): Spot => ({ id, x, y, radius: 13, width: 50, must });

describe('names of provinces', () => {
  it('stand below their badge where there is room, else elsewhere', () => {
    expect(names([spot('a', 0, 0)])).toEqual([{ id: 'a', dx: 0, dy: 27 }]);
    expect(names([spot('a', 0, 0), spot('b', 0, 30)])[0]).toEqual({ id: 'a', dx: 0, dy: -18 });
  });
  it('are left out where there is none, but for those that matter now', () => {
    const crowd = [-60, -30, 0, 30, 60].flatMap((x) => [-40, -20, 0, 20, 40].map((y) => spot(`${x}/${y}`, x, y)));
    expect(names(crowd).some(({ id }) => id === '0/0')).toBe(false);
    const wanted = crowd.map((each) => ({ ...each, must: each.id === '0/0' }));
    expect(names(wanted).some(({ id }) => id === '0/0')).toBe(true);
  });
});

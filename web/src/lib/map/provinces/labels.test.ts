import { describe, expect, it } from 'vitest';
import { names, type Spot } from './labels.ts';

const BREADTH = 400;
const spot = (id: string, x: number, y: number, more: Partial<Spot> = {}): Spot => ({ id, x: x + 200, y, radius: 13, width: 50, ...more });
const laid = (...spots: Spot[]) => names(spots, BREADTH);

describe('names of provinces', () => {
  it('stand below their badge where there is room, else elsewhere', () => {
    expect(laid(spot('a', 0, 0))).toEqual([{ id: 'a', dx: 0, dy: 27 }]);
    expect(laid(spot('a', 0, 0), spot('b', 0, 30))[0]).toEqual({ id: 'a', dx: 0, dy: -18 });
  });
  it('make way for an arrow, and stay on the map', () => {
    expect(laid(spot('a', 0, 0, { above: true }))[0]?.dy).toBe(-18);
    expect(laid(spot('a', 190, 0))[0]).toEqual({ id: 'a', dx: -42, dy: 5 });
  });
  it('stand clear of what hangs on a badge, of their own and of others', () => {
    const tag = { x0: 2, y0: 6, x1: 35, y1: 23 };
    expect(laid(spot('a', 0, 0, { tags: [tag] }))).toEqual([{ id: 'a', dx: 0, dy: 34 }]);
    expect(laid(spot('a', 0, 0, { tags: [tag] }), spot('b', 0, 44))[0]).toEqual({ id: 'a', dx: 0, dy: -18 });
    expect(laid(spot('a', 60, 30), spot('b', 50, 50, { tags: [tag] }))[0]).toEqual({ id: 'a', dx: 0, dy: -18 });
  });
  it('of seas come last, and only where nothing is', () => {
    expect(laid(spot('sea', 0, 27, { loose: true }), spot('a', 0, 0)).map(({ id }) => id)).toEqual(['a']);
    expect(laid(spot('sea', 0, 90, { loose: true }), spot('a', 0, 0)).at(-1)).toEqual({ id: 'sea', dx: 0, dy: 0 });
  });
  it('are left out where there is none, but for those that matter now', () => {
    const crowd = [-60, -30, 0, 30, 60].flatMap((x) => [-40, -20, 0, 20, 40].map((y) => spot(`${x}/${y}`, x, y)));
    expect(laid(...crowd).some(({ id }) => id === '0/0')).toBe(false);
    const wanted = crowd.map((each) => ({ ...each, must: each.id === '0/0' }));
    expect(laid(...wanted).some(({ id }) => id === '0/0')).toBe(true);
  });
});

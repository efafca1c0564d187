import { describe, expect, it } from 'vitest';
import { cheapest, connected, pct, total } from './stake.ts';

describe('pct', () => {
  it('rounds up in integers', () => {
    expect([pct(6, 110), pct(7, 150), pct(10, 110), pct(7, 50), pct(20, 110)]).toEqual([7, 11, 11, 4, 22]);
  });
});

describe('connected', () => {
  const neighbours = new Map(Object.entries({ A: ['B'], B: ['A', 'C'], C: ['B', 'D'], D: ['C'] }).map(([place, near]) => [place, new Set(near)]));
  it('follows chains of one’s own countries only', () => {
    expect([...connected('A', new Set(['A', 'B', 'D']), neighbours)].sort()).toEqual(['A', 'B']);
    expect(connected('D', new Set(['A']), neighbours).size).toBe(0);
  });
});

describe('cheapest', () => {
  const values: Record<string, number> = { a: 1, b: 2, c: 5, d: 6, e: 4, f: 3 };
  const value = (place: string): number => values[place] ?? 0;
  it('is exact, not greedy', () => {
    // Greedy would take d (6) for 8 in all; 4 + 3 is 7.
    expect(cheapest(['d', 'e', 'f'], 2, 9, value)).toEqual(['e', 'f']);
  });
  it('prefers fewer countries, then ids', () => {
    expect(cheapest(['a', 'c', 'e', 'd', 'b'], 0, 6, value)).toEqual(['d']);
    expect(cheapest(['x', 'y'], 0, 3, () => 3)).toEqual(['x']);
  });
  it('needs nothing when there is enough, and says when there never is', () => {
    expect(cheapest(['a'], 7, 7, value)).toEqual([]);
    expect(cheapest(['a', 'b'], 0, 9, value)).toBeUndefined();
  });
  it('agrees with trying everything', () => {
    const places = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (let need = 1; need <= total(places, value); need += 1) {
      let best = Infinity;
      for (let mask = 0; mask < 64; mask += 1) {
        const sum = total(places.filter((_, i) => mask & (1 << i)), value);
        if (sum >= need) best = Math.min(best, sum);
      }
      expect(total(cheapest(places, 0, need, value) ?? [], value)).toBe(best);
    }
  });
});

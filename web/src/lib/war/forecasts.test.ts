import { describe, expect, it } from 'vitest';
import { bucketOf, buckets, together } from './forecasts.ts';

const held = { 60: { wars: 7, won: 5 }, 50: { wars: 2 }, 90: { wars: 1, won: 1 } };

describe('forecasts that held', () => {
  it('are listed by how sure they were', () => {
    expect(buckets(held)).toEqual([
      { low: 50, high: 59, wars: 2, won: 0 },
      { low: 60, high: 69, wars: 7, won: 5 },
      { low: 90, high: 99, wars: 1, won: 1 },
    ]);
    expect(together(held)).toEqual({ wars: 10, won: 6 });
  });
  it('are found for either side’s favourite', () => {
    expect(bucketOf(held, 62)?.wars).toBe(7);
    expect(bucketOf(held, 38)?.wars).toBe(7);
    expect(bucketOf(held, 50)?.wars).toBe(2);
    expect(bucketOf(held, 99)?.wars).toBe(1);
    expect(bucketOf(held, 75)).toBeUndefined();
  });
  it('are none before the first', () => {
    expect([buckets(undefined), bucketOf(undefined, 60), together(undefined)]).toEqual([[], undefined, { wars: 0, won: 0 }]);
  });
});

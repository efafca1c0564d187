/** How forecasts held so far, in figures for a sentence. The forecasts themselves are the server's. */
import type { PublicView } from './types.ts';

type Held = PublicView['forecasts'];
/** Percent a bucket is wide; the server names buckets by their lower end. */
const WIDE = 10;

export interface Bucket {
  low: number;
  high: number;
  /** Decided ones that were forecast so. */
  wars: number;
  /** Those the favourite won. */
  won: number;
}

/** Every bucket with a decided war, the surest last. */
export function buckets(held: Held): Bucket[] {
  return Object.entries(held ?? {})
    .map(([low, one]) => ({ low: Number(low), high: Number(low) + WIDE - 1, wars: one.wars ?? 0, won: one.won ?? 0 }))
    .sort((a, b) => a.low - b.low);
}

/** The bucket of a forecast. */
export function bucketOf(held: Held, percent: number): Bucket | undefined {
  const sure = Math.max(percent, 100 - percent);
  return buckets(held).find(({ low, high }) => low <= sure && sure <= high);
}

/** All of them together. */
export function together(held: Held): { wars: number; won: number } {
  return buckets(held).reduce((sum, one) => ({ wars: sum.wars + one.wars, won: sum.won + one.won }), { wars: 0, won: 0 });
}

/** Small signs beside countries' labels: a shape for each number, so that no colour is needed to tell them apart. */
import type { Label } from './labels.ts';
import type { Shape } from './world.ts';

/** Outlines within ±5 px: a disc, a diamond, a triangle, a square; further numbers begin again. */
export const SIGNS = ['M0-4.300a4.300 4.300 0 1 0 0 8.600a4.300 4.300 0 1 0 0-8.600Z', 'M0-5.300L5.300 0L0 5.300L-5.300 0Z', 'M0-5L5.200 4.200H-5.200Z', 'M-4-4H4V4H-4Z'] as const;

export const sign = (number: number): string => SIGNS[number % SIGNS.length]!;

export interface PlacedMark {
  id: string;
  number: number;
  /** Map units. */
  x: number;
  y: number;
  /** From there, in screen px. */
  dx: number;
  dy: number;
}

const STEP = 12;
/** How far above the spot a label stands its top is, in px. */
const TOP: Record<Label['kind'], number> = { full: 20, value: 15, disc: 19, dot: 9, callout: 17 };

/** Signs in a row above each marked country's label; on the country where it has none at this zoom. */
export function placeMarks(marks: ReadonlyMap<string, readonly number[]>, shapes: ReadonlyMap<string, Shape>, labels: readonly Label[]): PlacedMark[] {
  const told = new Map(labels.map((label) => [label.id, label]));
  return [...marks].flatMap(([id, numbers]) => {
    const shape = shapes.get(id);
    if (!shape) return [];
    const label = told.get(id);
    const dy = label ? label.dy - TOP[label.kind] : 0;
    return numbers.map((number, i) => ({ id, number, x: shape.x, y: shape.y, dx: (label?.dx ?? 0) + (i - (numbers.length - 1) / 2) * STEP, dy }));
  });
}

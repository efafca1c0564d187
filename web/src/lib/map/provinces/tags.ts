/** What hangs on a badge: who attacks and new units. Drawn, and kept clear of names, at the same place. */
import type { Box } from '../boxes.ts';

export interface Tag {
  /** Where its own middle line begins, in px from the badge's middle. */
  at: readonly [x: number, y: number];
  /** The rectangle, from there. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Who attacks, lower right; `short`: without the crossed swords. */
export const fightTag = (radius: number, short: boolean): Tag => ({ at: [radius * 0.7, radius * 0.9], x: short ? 2 : -7, y: -8, width: short ? 20 : 33, height: 17 });
/** New units, upper right. */
export const freshTag = (radius: number): Tag => ({ at: [radius, -radius], x: -11, y: -9, width: 24, height: 18 });
/** Who attacks, on a map that stands still. */
export const stillFightTag: Tag = { at: [9, 9], x: -7.5, y: -6, width: 15, height: 12 };

/** What it covers, in px from the badge's middle. */
export const covers = ({ at, x, y, width, height }: Tag): Box => ({ x0: at[0] + x, y0: at[1] + y, x1: at[0] + x + width, y1: at[1] + y + height });

/** An arrow between two badges, in screen px: it begins and ends at their rims. */

interface Point {
  x: number;
  y: number;
}
export interface Arrow {
  from: Point;
  /** Where the shaft ends, in the middle of the head. */
  neck: Point;
  /** The head, as a path. */
  head: string;
}

const GAP = 3;
const HEAD = { long: 16, wide: 10 };

/** Undefined if the badges touch. @param start, @param end radii of the badges */
export function arrow(a: Point, b: Point, start: number, end: number): Arrow | undefined {
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  const length = distance - start - end - 2 * GAP;
  if (length < 2) return undefined;
  const along = { x: (b.x - a.x) / distance, y: (b.y - a.y) / distance };
  const at = (way: number, side = 0): Point => ({ x: a.x + along.x * way - along.y * side, y: a.y + along.y * way + along.x * side });
  const tip = distance - end - GAP;
  const long = Math.min(HEAD.long, length * 0.8);
  const wide = (HEAD.wide * long) / HEAD.long;
  const corner = (point: Point): string => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
  return {
    from: at(start + GAP),
    neck: at(tip - long * 0.8),
    head: `M${corner(at(tip))}L${corner(at(tip - long, wide))}L${corner(at(tip - long * 0.8))}L${corner(at(tip - long, -wide))}Z`,
  };
}

/** Where the names of provinces stand beside their badges, in px from the badge, at a zoom; a name that has no room is left out. */
import { overlaps, type Box } from '../boxes.ts';

export interface Spot {
  id: string;
  /** Of the badge, in px. */
  x: number;
  y: number;
  radius: number;
  /** Of the name, in px. */
  width: number;
  /** Its name is shown whatever is in the way. */
  must?: boolean;
  /** Something leads away below: above is better. */
  above?: boolean;
  /** What hangs on the badge, in px from its middle: no name goes over it. */
  tags?: readonly Box[];
  /** Words without a badge (a sea): there or nowhere, and after all others. */
  loose?: boolean;
  /** Loose words that may stand a little beside, rather than nowhere. */
  near?: boolean;
}
export interface Name {
  id: string;
  /** From the badge's middle to the middle of the name's base line. */
  dx: number;
  dy: number;
}

const TALL = 14;
/** Between two names. */
const GAP = 4;

/** Below, above, beside, then the corners: the first that is free. */
function tries({ radius, width, above, tags = [], loose, near }: Spot): [number, number][] {
  if (near) return [0, -14, 14, -28, 28, -42, 42].flatMap((dy) => [0, -20, 20, -45, 45].map((dx): [number, number] => [dx, dy]));
  if (loose) return [[0, 0]];
  const beside = radius + 4 + width / 2;
  const low = radius + TALL;
  const high = -radius - 5;
  const sides: [number, number][] = [[beside, 5], [-beside, 5]];
  // Beyond its tags, as near as they allow.
  const lower: [number, number][] = tags.length > 0 ? [[0, Math.max(low, ...tags.map(({ y1 }) => y1 + TALL - 3))]] : [];
  const higher: [number, number][] = tags.length > 0 ? [[0, Math.min(high, ...tags.map(({ y0 }) => y0 - 3))]] : [];
  const under: [number, number][] = [[0, low], [beside * 0.7, low - 2], [-beside * 0.7, low - 2]];
  const over: [number, number][] = [[0, high], [beside * 0.7, high + 2], [-beside * 0.7, high + 2]];
  return above ? [over[0]!, ...higher, ...over.slice(1), ...sides, ...under, ...lower] : [under[0]!, ...lower, over[0]!, ...higher, ...sides, ...under.slice(1), ...over.slice(1)];
}

/** @param breadth of the map, in px: names stay within it */
export function names(spots: readonly Spot[], breadth: number): Name[] {
  const badges = spots.filter(({ loose }) => !loose).flatMap(({ x, y, radius, tags = [] }) =>
    [{ x0: -radius, y0: -radius, x1: radius, y1: radius }, ...tags].map((box) => ({ x0: x + box.x0, y0: y + box.y0, x1: x + box.x1, y1: y + box.y1 })));
  const taken: Box[] = [];
  const found: Name[] = [];
  const rank = (spot: Spot): number => (spot.must ? 0 : spot.near ? 1 : spot.loose ? 3 : 2);
  const order = [...spots].sort((a, b) => rank(a) - rank(b));
  for (const spot of order) {
    const box = ([dx, dy]: readonly [number, number]): Box => ({
      x0: spot.x + dx - spot.width / 2, x1: spot.x + dx + spot.width / 2, y0: spot.y + dy - TALL + 3, y1: spot.y + dy + 3,
    });
    const inside = ({ x0, x1 }: Box): boolean => x0 >= 0 && x1 <= breadth;
    const free = (at: readonly [number, number]): boolean => inside(box(at)) && ![...badges, ...taken].some((other) => overlaps(box(at), other));
    const all = tries(spot);
    const at = all.find(free) ?? (spot.must ? all[0] : undefined);
    if (!at) continue;
    const { x0, x1, y0, y1 } = box(at);
    taken.push({ x0: x0 - GAP, x1: x1 + GAP, y0, y1 });
    found.push({ id: spot.id, dx: at[0], dy: at[1] });
  }
  return found;
}

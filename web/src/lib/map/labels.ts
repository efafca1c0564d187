/** Which labels fit at a zoom: value first, then name; tiny countries get a disc on a pointer where there is room. */
import { overlaps, type Box } from './boxes.ts';
import type { Shape } from './world.ts';

export interface Label {
  id: string;
  x: number;
  y: number;
  kind: 'value' | 'full' | 'disc' | 'dot' | 'callout';
  /** Where the disc stands, in screen px from the country. */
  dx: number;
  dy: number;
}

/** Below this many px across a country is tiny: it can't hold its own value. */
export const TINY = 15;

const PLACES: readonly [number, number][] = [
  [30, -18], [-30, -18], [34, 6], [-34, 6], [24, 28], [-24, 28], [0, -36], [0, 36], [52, -22], [-52, -22], [52, 26], [-52, 26],
];

const BESIDE: readonly [number, number][] = [
  [1, -16], [-1, -16], [1, 8], [-1, 8], [1, 30], [-1, 30], [1, -36], [-1, -36], [1, 54], [-1, 54],
];

/**
 * Lay the labels out.
 *
 * @param k px a map unit at this zoom
 * @param wanted countries whose labels matter now (targets): first, and always shown
 * @param named countries whose names must be read, too (the selection, the stake)
 */
export function layout(shapes: Iterable<Shape>, k: number, nameWidth: (id: string) => number, wanted: ReadonlySet<string>, named: ReadonlySet<string>, weight: (id: string) => number): Label[] {
  const order = [...shapes].sort(
    (a, b) => Number(named.has(b.id)) - Number(named.has(a.id)) || Number(wanted.has(b.id)) - Number(wanted.has(a.id)) || weight(b.id) - weight(a.id) || (a.id < b.id ? -1 : 1),
  );
  const taken: Box[] = [];
  const free = (box: Box): boolean => !taken.some((other) => overlaps(box, other));
  const labels: Label[] = [];
  for (const shape of order) {
    const x = shape.x * k;
    const y = shape.y * k;
    const width = shape.width * k;
    const height = shape.height * k;
    const must = wanted.has(shape.id) || named.has(shape.id);
    const name = nameWidth(shape.id);
    const full = { x0: x - name / 2, y0: y - 15, x1: x + name / 2, y1: y + 17 };
    const value = { x0: x - 9, y0: y - 9, x1: x + 9, y1: y + 9 };
    const put = (kind: Label['kind'], box: Box, dx = 0, dy = 0): void => {
      taken.push(box);
      labels.push({ id: shape.id, x: shape.x, y: shape.y, kind, dx, dy });
    };
    const fits = width > name * (named.has(shape.id) ? 1.15 : 0.98) && height > 30;
    if (named.has(shape.id) && !fits) {
      const reach = Math.min(Math.max(width / 2, 8) + 16, 60);
      const half = (name + 22) / 2;
      const beside = ([side, dy]: readonly [number, number]): Box => {
        const cx = x + side * (reach + half);
        return { x0: cx - half, x1: cx + half, y0: y + dy - 11, y1: y + dy + 11 };
      };
      const spot = BESIDE.find((each) => free(beside(each))) ?? BESIDE[0]!;
      put('callout', beside(spot), spot[0] * (reach + half), spot[1]);
    } else if (width < TINY || height < TINY) {
      const spot = must || k > 2.2 ? PLACES.find(([dx, dy]) => free(disc(x + dx, y + dy))) : undefined;
      if (spot) put('disc', disc(x + spot[0], y + spot[1]), spot[0], spot[1]);
      else labels.push({ id: shape.id, x: shape.x, y: shape.y, kind: 'dot', dx: 0, dy: 0 });
    } else if (fits && free(full)) put('full', full);
    else if (free(value) || must) put('value', value);
  }
  return labels;
}

function disc(x: number, y: number): Box {
  return { x0: x - 13, y0: y - 13, x1: x + 13, y1: y + 13 };
}

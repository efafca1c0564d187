/** Which labels fit at a zoom: value first, then name; tiny countries get a disc on a pointer where there is room. */
import type { Shape } from './world.ts';

export interface Label {
  id: string;
  x: number;
  y: number;
  kind: 'value' | 'full' | 'disc' | 'dot';
  /** Where the disc stands, in screen px from the country. */
  dx: number;
  dy: number;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const overlaps = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/** Below this many px across a country is tiny: it can't hold its own value. */
export const TINY = 15;

const PLACES: readonly [number, number][] = [
  [30, -18], [-30, -18], [34, 6], [-34, 6], [24, 28], [-24, 28], [0, -36], [0, 36], [52, -22], [-52, -22], [52, 26], [-52, 26],
];

/**
 * Lay the labels out.
 *
 * @param k px a map unit at this zoom
 * @param wanted countries whose labels matter now (targets, the selection, the stake): first, and always shown
 */
export function layout(shapes: Iterable<Shape>, k: number, nameWidth: (id: string) => number, wanted: ReadonlySet<string>, weight: (id: string) => number): Label[] {
  const order = [...shapes].sort(
    (a, b) => Number(wanted.has(b.id)) - Number(wanted.has(a.id)) || weight(b.id) - weight(a.id) || (a.id < b.id ? -1 : 1),
  );
  const taken: Box[] = [];
  const free = (box: Box): boolean => !taken.some((other) => overlaps(box, other));
  const labels: Label[] = [];
  for (const shape of order) {
    const x = shape.x * k;
    const y = shape.y * k;
    const width = shape.width * k;
    const height = shape.height * k;
    const must = wanted.has(shape.id);
    const name = nameWidth(shape.id);
    const full = { x0: x - name / 2, y0: y - 15, x1: x + name / 2, y1: y + 17 };
    const value = { x0: x - 9, y0: y - 9, x1: x + 9, y1: y + 9 };
    const put = (kind: Label['kind'], box: Box, dx = 0, dy = 0): void => {
      taken.push(box);
      labels.push({ id: shape.id, x: shape.x, y: shape.y, kind, dx, dy });
    };
    if (width < TINY || height < TINY) {
      const spot = must || k > 2.2 ? PLACES.find(([dx, dy]) => free(disc(x + dx, y + dy))) : undefined;
      if (spot) put('disc', disc(x + spot[0], y + spot[1]), spot[0], spot[1]);
      else labels.push({ id: shape.id, x: shape.x, y: shape.y, kind: 'dot', dx: 0, dy: 0 });
    } else if (width > name * (must ? 0.6 : 0.82) && height > 30 && free(full)) put('full', full);
    else if (free(value) || must) put('value', value);
  }
  return labels;
}

function disc(x: number, y: number): Box {
  return { x0: x - 13, y0: y - 13, x1: x + 13, y1: y + 13 };
}

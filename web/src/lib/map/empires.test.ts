import { describe, expect, it } from 'vitest';
import { empireNames, type Ground } from './empires.ts';
import type { Label } from './labels.ts';
import type { Shape } from './world.ts';

/** Square countries of a map: [id, left, top, width, height], each with a label in its middle. */
function ground(squares: [string, number, number, number, number][], borders: [string, string][]): Ground {
  const shapes = new Map<string, Shape>(squares.map(([id, x, y, width, height]) => [id, { id, path: '', width, height, x: x + width / 2, y: y + height / 2 }]));
  const neighbours = new Map(squares.map(([id]) => [id, new Set(borders.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : [])))]));
  const holds = (id: string, x: number, y: number): boolean => squares.some(([each, x0, y0, w, h]) => each === id && x >= x0 && x <= x0 + w && y >= y0 && y <= y0 + h);
  return { shapes, neighbours, seas: [], holds };
}
const label = (world: Ground, id: string, kind: Label['kind'] = 'value'): Label => ({ id, x: world.shapes.get(id)!.x, y: world.shapes.get(id)!.y, kind, dx: 0, dy: 0 });
const nobody: ReadonlySet<string> = new Set();

describe('an empire’s name', () => {
  const ring = ground([['N', 0, 0, 600, 100], ['W', 0, 100, 100, 300], ['S', 0, 400, 500, 100], ['X', 900, 0, 300, 300]], [['N', 'W'], ['W', 'S']]);
  const owner = new Map([['N', 0], ['W', 0], ['S', 0], ['X', 0]]);

  it('stands on land of the largest block, even where the middle of the block is sea', () => {
    const [name] = empireNames(ring, owner, [{ seat: 0, name: 'Mara' }], [label(ring, 'N'), label(ring, 'W')], nobody, 1);
    expect(['N', 'W', 'S'].some((id) => ring.holds(id, name!.x, name!.y - 5))).toBe(true);
    expect(name!.covers).toEqual([]);
  });
  it('keeps off labels while there is land without any', () => {
    const [name] = empireNames(ring, owner, [{ seat: 0, name: 'Mara' }], ['N', 'W', 'S'].map((id) => label(ring, id, 'full')), nobody, 1);
    expect(name!.covers).toEqual([]);
    expect(Math.abs(name!.x - 300) > 34 || Math.abs(name!.y - 55) > 17).toBe(true);
  });
  it('covers the fewest labels where there is no such land', () => {
    const crowded = ground([['A', 0, 0, 40, 40], ['B', 40, 0, 40, 40], ['C', 80, 0, 40, 40]], [['A', 'B'], ['B', 'C']]);
    const own = new Map([['A', 1], ['B', 1], ['C', 1]]);
    const labels = [label(crowded, 'A'), label(crowded, 'B'), label(crowded, 'C', 'dot')];
    const [name] = empireNames(crowded, own, [{ seat: 1, name: 'Teo' }], labels, nobody, 1);
    expect(crowded.holds('C', name!.x, name!.y - 5) || name!.covers.length < 2).toBe(true);
    expect(['A', 'B', 'C'].some((id) => crowded.holds(id, name!.x, name!.y - 5))).toBe(true);
  });
  it('lies on the land from end to end where there is room', () => {
    const [name] = empireNames(ring, new Map([['N', 0]]), [{ seat: 0, name: 'Caledonia' }], [label(ring, 'N')], nobody, 1);
    for (const end of [-60, 60]) expect(ring.holds('N', name!.x + end, name!.y - 5)).toBe(true);
  });
  it('never stands on another name or on a label that is looked for', () => {
    const small = ground([['A', 0, 0, 30, 30]], []);
    expect(empireNames(small, new Map([['A', 0]]), [{ seat: 0, name: 'Mara' }], [label(small, 'A')], new Set(['A']), 1)).toEqual([]);
    const two = ground([['A', 0, 0, 30, 30], ['B', 30, 0, 30, 30]], []);
    expect(empireNames(two, new Map([['A', 0], ['B', 1]]), [{ seat: 0, name: 'Mara' }, { seat: 1, name: 'Teo' }], [], nobody, 1).map(({ seat }) => seat)).toEqual([0]);
  });
});

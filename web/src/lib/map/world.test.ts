import { describe, expect, it } from 'vitest';
import { World } from './world.ts';

/** A country of 40 × 40 degrees with its place far in a corner, and another of 10 × 10 beside it. */
const topology = {
  type: 'Topology',
  arcs: [[[0, 0], [0, 40], [40, 40], [40, 0], [0, 0]], [[60, 0], [60, 10], [70, 10], [70, 0], [60, 0]]],
  objects: { countries: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', id: 'A', arcs: [[0]] }, { type: 'Polygon', id: 'B', arcs: [[1]] }] } },
};
const board = { id: 'world', places: [{ id: 'A', name: 'A', lat: 38, lon: 2, value: 1 }, { id: 'B', name: 'B', lat: 5, lon: 65, value: 1 }], land: [], lanes: [] };
const world = new World(topology as never, board as never);

describe('a map', () => {
  it('knows the edges of a country wherever its label stands', () => {
    const box = world.boxes.get('A')!;
    for (const [lat, lon] of [[1, 1], [39, 1], [39, 39], [1, 39]] as const) {
      const { x, y } = world.point(lat, lon);
      expect(x).toBeGreaterThan(box.x0);
      expect(x).toBeLessThan(box.x1);
      expect(y).toBeGreaterThan(box.y0);
      expect(y).toBeLessThan(box.y1);
    }
  });
  it('tells land from sea', () => {
    const at = (id: string, lat: number, lon: number): boolean => world.holds(id, world.point(lat, lon).x, world.point(lat, lon).y);
    expect(at('A', 20, 20)).toBe(true);
    expect(at('A', 20, 50)).toBe(false);
    expect(at('A', 5, 65)).toBe(false);
    expect(at('B', 5, 65)).toBe(true);
    expect(at('X', 5, 65)).toBe(false);
  });
});

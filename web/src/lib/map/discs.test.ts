import { describe, expect, it } from 'vitest';
import { discs } from './discs.ts';
import { rewound } from './winding.ts';
import { World } from './world.ts';

const at = (id: string, lat: number, lon: number) => ({ id, name: id, lat, lon, value: 0 });
const ISLES = [at('a', 40, -28), at('b', 40, -27), at('c', 39, -28), at('d', 39.2, -25)];
const board = (places = ISLES, land: [string, string][] = [['a', 'b'], ['a', 'c'], ['b', 'd']]) => ({ id: 'u0', places, land, lanes: [] });

describe('a map without shapes', () => {
  it('has a disc a place, round its point, and none touches another', () => {
    const world = new World(undefined, board());
    expect([...world.shapes.keys()]).toEqual(['a', 'b', 'c', 'd']);
    for (const { id, lat, lon } of ISLES) {
      const { x, y } = world.point(lat, lon);
      expect(ISLES.filter((place) => world.holds(place.id, x, y)).map((place) => place.id)).toEqual([id]);
    }
    const { x, y } = world.point(40, -27.5);
    expect(ISLES.some((place) => world.holds(place.id, x, y))).toBe(false);
    expect(discs(board()).arcs).toHaveLength(4);
  });
  it('joins neighbours by lines', () => {
    expect(new World(undefined, board()).links.match(/M/gu)).toHaveLength(3);
  });
  it.each([
    ['along a meridian', [at('a', -60, 10), at('b', 0, 10), at('c', 60, 10)]],
    ['along the equator', [at('a', 0, 0), at('b', 0, 1), at('c', 0, 2)]],
    ['over the date line', [at('a', 0, 179), at('b', 1, -179), at('c', 2, 180)]],
    ['at the poles', [at('a', 90, 0), at('b', -90, 0), at('c', 0, 0)]],
    ['of two places hardly apart', [at('a', 0, 0), at('b', 0, 0.00001)]],
  ])('fits into its frame %s', (_, places) => {
    const world = new World(undefined, board(places, []));
    for (const shape of world.shapes.values()) {
      expect(shape.path).not.toContain('NaN');
      expect(shape.x).toBeGreaterThanOrEqual(0);
      expect(shape.x).toBeLessThanOrEqual(world.width);
      expect(shape.y).toBeGreaterThanOrEqual(0);
      expect(shape.y).toBeLessThanOrEqual(world.height);
    }
    expect(world.width * world.height).toBeGreaterThan(1000);
  });
});

describe('a ring', () => {
  const ring = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]];
  it('means the smaller side, whichever way it runs', () => {
    const there = rewound({ type: 'Polygon', coordinates: [ring] });
    const back = rewound({ type: 'Polygon', coordinates: [[...ring].reverse()] });
    expect(back).toEqual(there);
  });
  it('is drawn alike either way', () => {
    const topology = (arc: number[][]) => ({ type: 'Topology', arcs: [arc], objects: { any: { type: 'GeometryCollection', geometries: [{ type: 'Polygon', id: 'a', arcs: [[0]] }] } } });
    const drawn = [ring, [...ring].reverse()].map((arc) => new World(topology(arc) as never, board([at('a', 5, 5)], [])));
    expect(drawn[0]!.holds('a', drawn[0]!.point(5, 5).x, drawn[0]!.point(5, 5).y)).toBe(true);
    expect([drawn[1]!.width, drawn[1]!.height]).toEqual([drawn[0]!.width, drawn[0]!.height]);
  });
});

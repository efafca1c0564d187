/** A map without shapes: each place a disc, no two of which touch. */
import { geoCircle, geoDistance } from 'd3-geo';
import type { Topology } from 'topojson-specification';
import type { BoardMap } from '../api/types.ts';

/** Of the way to the nearest place. */
const SHARE = 0.4;
const DEGREES = 180 / Math.PI;

export function discs(board: BoardMap): Topology {
  const points = board.places.map(({ lat, lon }): [number, number] => [lon, lat]);
  const nearest = points.map((point, i) => Math.min(...points.map((other, j) => (i === j ? Infinity : geoDistance(point, other) * DEGREES))));
  const usual = [...nearest].sort((a, b) => a - b)[nearest.length >> 1] ?? 1;
  const rings = points.map((point, i) => geoCircle().center(point).radius(SHARE * Math.min(nearest[i]!, usual)).precision(5)().coordinates[0] as [number, number][]);
  return {
    type: 'Topology',
    arcs: rings,
    objects: { places: { type: 'GeometryCollection', geometries: board.places.map(({ id }, i) => ({ type: 'Polygon', id, arcs: [[i]] })) } },
  };
}

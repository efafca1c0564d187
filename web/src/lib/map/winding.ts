/** Which side of a ring is inside: d3 takes the one to the right, and other tools write rings the other way round. */
import { geoArea } from 'd3-geo';

const HALF_THE_GLOBE = 2 * Math.PI;

/** A geometry none of whose polygons covers more than half the globe. */
export function rewound(geometry: GeoJSON.Geometry): GeoJSON.Geometry {
  if (geometry.type === 'Polygon') return { type: 'Polygon', coordinates: smaller(geometry.coordinates) };
  if (geometry.type === 'MultiPolygon') return { type: 'MultiPolygon', coordinates: geometry.coordinates.map(smaller) };
  return geometry;
}

function smaller(coordinates: GeoJSON.Position[][]): GeoJSON.Position[][] {
  if (geoArea({ type: 'Polygon', coordinates: coordinates.slice(0, 1) }) <= HALF_THE_GLOBE) return coordinates;
  return coordinates.map((ring) => [...ring].reverse());
}

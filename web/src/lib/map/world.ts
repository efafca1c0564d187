/** The shapes of a map, projected once. Zoom only moves them. */
import { geoBounds, geoContains, geoGraticule, geoMercator, geoNaturalEarth1, geoPath, type GeoPath, type GeoProjection } from 'd3-geo';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import type { BoardMap, Named, Place } from '../api/types.ts';
import { fetched, get, Refused } from '../api/http.ts';
import { isUploaded } from './board.ts';
import { discs } from './discs.ts';
import type { Box } from './boxes.ts';
import { rewound } from './winding.ts';

/** The world's size in map units; a map of a single land has a shape of its own. */
export const WIDTH = 1600;
export const HEIGHT = 800;
const LAND_WIDTH = 1000;
const TALLEST = 1400;
const EDGE = 8;
const MARGIN = 30;

export interface Shape {
  id: string;
  path: string;
  /** Width and height of the largest piece, in map units at zoom 1. */
  width: number;
  height: number;
  /** Where the label stands. */
  x: number;
  y: number;
}
export interface Lane {
  a: string;
  b: string;
  path: string;
}

type Areas = GeometryCollection<{ name: string }>;
type Land = Polygon | MultiPolygon;

type Sea = 'north_atlantic' | 'south_atlantic' | 'north_pacific' | 'south_pacific' | 'indian_ocean' | 'caspian_sea' | 'persian_gulf' | 'gulf_of_oman';
/** Where the name of a sea stands: latitude, longitude. */
type Waters = readonly (readonly [Sea, number, number])[];
const OCEANS: Waters = [
  ['north_atlantic', 32, -42],
  ['south_atlantic', -24, -14],
  ['north_pacific', 30, -150],
  ['south_pacific', -30, -118],
  ['indian_ocean', -25, 80],
];
const SEAS: Readonly<Record<string, Waters>> = {
  iran21: [['caspian_sea', 38.2, 51.3], ['persian_gulf', 27.3, 50.6], ['gulf_of_oman', 25.0, 58.0]],
};

export class World {
  /** What the map is called, by language; English is `en`. */
  readonly names: Readonly<Record<string, string>>;
  readonly shapes = new Map<string, Shape>();
  /** Edges of each country's largest piece. */
  readonly boxes = new Map<string, Box>();
  readonly places = new Map<string, Place>();
  readonly neighbours = new Map<string, Set<string>>();
  readonly overSea = new Set<string>();
  readonly width: number;
  readonly height: number;
  readonly lanes: Lane[];
  readonly land: string;
  readonly coast: string;
  /** The coast with few points, for the soft edge of the sea. */
  readonly shelf: string;
  readonly borders: string;
  /** Borders by land as lines, where places are discs; else empty. */
  readonly links: string;
  readonly graticule: string;
  readonly seas: { key: Sea; x: number; y: number }[];
  private readonly lands = new Map<string, { geometry: GeoJSON.Geometry; bounds: [[number, number], [number, number]] }>();
  private readonly draw: GeoPath;
  private readonly projection: GeoProjection;
  /** Names of the unities, by key. */
  readonly unities: Readonly<Record<string, Named>>;
  private readonly topology: Topology;
  private readonly areas: Areas;

  /**
   * The geometry of the places is the topology's one object; of several it is the one called `countries`.
   * Without a topology places are discs.
   */
  constructor(drawn: Topology | undefined, board: BoardMap) {
    const topology = drawn ?? discs(board);
    this.topology = topology;
    this.unities = board.unities ?? {};
    this.names = { ...(board.name === undefined ? {} : { en: board.name }), ...board.names };
    this.areas = (topology.objects.countries ?? Object.values(topology.objects)[0]) as Areas;
    const shapes = feature(topology, this.areas);
    const all = { ...shapes, features: shapes.features.map((one) => ({ ...one, geometry: rewound(one.geometry) })) };
    const whole = board.id === 'world' || isWide(all);
    ({ projection: this.projection, width: this.width, height: this.height } = whole ? theGlobe(all) : aLand(all));
    this.draw = geoPath(this.projection).digits(1);
    for (const place of board.places) {
      this.places.set(place.id, place);
      this.neighbours.set(place.id, new Set());
    }
    for (const [a, b] of board.land) this.join(a, b);
    for (const lane of board.lanes) {
      this.join(lane.a, lane.b);
      this.overSea.add(pairKey(lane.a, lane.b));
    }
    for (const country of all.features) this.addShape(String(country.id), country.geometry);
    this.lanes = board.lanes.map((lane) => ({ a: lane.a, b: lane.b, path: this.lanePath(lane.a, lane.b, lane.points) }));
    const geometries = this.areas.geometries as Land[];
    this.land = this.draw(rewound(merge(topology, geometries as never))) ?? '';
    const coast = mesh(topology, this.areas as GeometryObject, (a, b) => a === b);
    this.coast = this.draw(coast) ?? '';
    this.shelf = whole ? (this.draw({ ...coast, coordinates: coast.coordinates.map((line) => sparse(line, 0.7)) }) ?? '') : this.coast;
    this.borders = this.draw(mesh(topology, this.areas as GeometryObject, (a, b) => a !== b)) ?? '';
    this.links = drawn ? '' : board.land.map(([a, b]) => this.lanePath(a, b)).join('');
    this.graticule = whole ? (this.draw(geoGraticule().step([20, 20])()) ?? '') : '';
    this.seas = (whole ? OCEANS : (SEAS[board.id] ?? [])).map(([key, lat, lon]) => ({ key, ...this.point(lat, lon) }));
  }

  /** The border round everything `inside` says yes to, as one path. */
  outline(inside: (id: string) => boolean): string {
    const edge = mesh(this.topology, this.areas as GeometryObject, (a, b) => {
      const left = inside(String(a.id));
      return a === b ? left : left !== inside(String(b.id));
    });
    return this.draw(edge) ?? '';
  }

  /** Borders between places of different groups, as one path. */
  seams(group: (id: string) => string | undefined): string {
    const edge = mesh(this.topology, this.areas as GeometryObject, (a, b) => a !== b && group(String(a.id)) !== group(String(b.id)));
    return this.draw(edge) ?? '';
  }

  /** Whether a point of the map, in its own units, is on a country's land. */
  holds(id: string, x: number, y: number): boolean {
    const land = this.lands.get(id);
    if (!land) return false;
    const [[x0, y0], [x1, y1]] = land.bounds;
    const at = x < x0 || x > x1 || y < y0 || y > y1 ? null : this.projection.invert?.([x, y]);
    return at ? geoContains(land.geometry, at) : false;
  }

  place(id: string): Place {
    return this.places.get(id) ?? { id, name: id, lat: 0, lon: 0, value: 0 };
  }

  value = (id: string): number => this.places.get(id)?.value ?? 0;

  isSea(a: string, b: string): boolean {
    return this.overSea.has(pairKey(a, b));
  }

  point(lat: number, lon: number): { x: number; y: number } {
    const [x, y] = this.projection([lon, lat]) ?? [0, 0];
    return { x, y };
  }

  private join(a: string, b: string): void {
    this.neighbours.get(a)?.add(b);
    this.neighbours.get(b)?.add(a);
  }

  private addShape(id: string, geometry: GeoJSON.Geometry): void {
    const place = this.places.get(id);
    const largest = largestPiece(geometry);
    const [[x0, y0], [x1, y1]] = this.draw.bounds(largest);
    const centre = this.draw.centroid(largest);
    const at = place ? this.point(place.lat, place.lon) : { x: centre[0], y: centre[1] };
    this.boxes.set(id, { x0, y0, x1, y1 });
    this.lands.set(id, { geometry, bounds: this.draw.bounds(geometry) });
    this.shapes.set(id, { id, path: this.draw(geometry) ?? '', width: Math.min(x1 - x0, 400), height: y1 - y0, ...at });
  }

  private lanePath(a: string, b: string, points?: [number, number][]): string {
    const ends = points ?? [a, b].map((id): [number, number] => [this.place(id).lat, this.place(id).lon]);
    return this.draw({ type: 'LineString', coordinates: ends.map(([lat, lon]) => [lon, lat]) }) ?? '';
  }
}

type Frame = { projection: GeoProjection; width: number; height: number };
type Features = GeoJSON.FeatureCollection;

/** Whether a map is too wide, or too near a pole, to be drawn as a land. */
function isWide(all: Features): boolean {
  const [[west, south], [east, north]] = geoBounds(all);
  return north > 78 || south < -78 || (east - west + 360) % 360 > 200;
}

function theGlobe(all: Features): Frame {
  const projection = geoNaturalEarth1().rotate([-11, 0]).fitExtent([[EDGE, EDGE], [WIDTH - EDGE, HEIGHT - EDGE]], all).precision(0.5);
  return { projection, width: WIDTH, height: HEIGHT };
}

/** As wide as lands are, unless that is too tall; the date line is turned away. */
function aLand(all: Features): Frame {
  const [[west], [east]] = geoBounds(all);
  const plain = (): GeoProjection => (west > east ? geoMercator().rotate([180, 0]) : geoMercator());
  const end = (projection: GeoProjection, axis: 0 | 1): number => Math.ceil(geoPath(projection).digits(1).bounds(all)[1][axis]) + MARGIN;
  const wide = inset(plain().fitWidth(LAND_WIDTH - 2 * MARGIN, all), MARGIN).precision(0.5);
  const height = end(wide, 1);
  if (height <= TALLEST) return { projection: wide, width: LAND_WIDTH, height };
  const tall = inset(plain().fitHeight(TALLEST - 2 * MARGIN, all), MARGIN).precision(0.5);
  return { projection: tall, width: end(tall, 0), height: TALLEST };
}

function inset<P extends GeoProjection>(projection: P, by: number): P {
  const [x, y] = projection.translate();
  return projection.translate([x + by, y + by]);
}

/** A line without the points nearer than `gap` degrees to the last one kept. */
function sparse(line: GeoJSON.Position[], gap: number): GeoJSON.Position[] {
  let last: GeoJSON.Position | undefined;
  return line.filter((point, i) => {
    const keep = !last || i === line.length - 1 || Math.hypot(point[0]! - last[0]!, point[1]! - last[1]!) > gap;
    if (keep) last = point;
    return keep;
  });
}

export function pairKey(a: string, b: string): string {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}

function largestPiece(geometry: GeoJSON.Geometry): GeoJSON.Geometry {
  if (geometry.type !== 'MultiPolygon') return geometry;
  const flat = geoPath();
  let best = geometry.coordinates[0] ?? [];
  let size = -1;
  for (const coordinates of geometry.coordinates) {
    const area = Math.abs(flat.area({ type: 'Polygon', coordinates }));
    if (area > size) [best, size] = [coordinates, area];
  }
  return { type: 'Polygon', coordinates: best };
}

const worlds = new Map<string, Promise<World>>();

/** The world of a map, loaded once. */
export function loadWorld(id: string, board: () => Promise<BoardMap>): Promise<World> {
  let world = worlds.get(id);
  if (!world) {
    world = Promise.all([shapesOf(id), board()]).then(([topology, places]) => new World(topology, places));
    world.catch(() => worlds.delete(id));
    worlds.set(id, world);
  }
  return world;
}

/** The topology of a map; undefined if it has none. */
async function shapesOf(id: string): Promise<Topology | undefined> {
  if (!isUploaded(id)) {
    const { response, text } = await fetched(`/maps/${encodeURIComponent(id)}.topo.json`);
    return response.ok ? (JSON.parse(text) as Topology) : undefined;
  }
  try {
    return await get<Topology>(`/maps/${encodeURIComponent(id)}/shapes`);
  } catch (error) {
    if (error instanceof Refused && error.problem.code === 'no_shapes') return undefined;
    throw error;
  }
}

/** The board as `GET /maps/{id}` sends it, in the shape the client uses. Figures and points may be nested or flat. */
import type { BoardMap, Named, Place } from '../api/types.ts';

/** Whether a map was uploaded: it is called by its content (docs/maps.md). */
export const isUploaded = (id: string): boolean => /^u[0-9a-f]{20}$/u.test(id);

type Raw = Record<string, unknown>;

function place(raw: Raw): Place {
  const at = (raw.at ?? [raw.lat ?? 0, raw.lon ?? 0]) as [number, number];
  const figures = (raw.figures ?? raw) as Raw;
  return {
    ...figures,
    id: String(raw.id),
    name: String(raw.name ?? raw.id),
    ...(typeof raw.iso_a2 === 'string' ? { iso_a2: raw.iso_a2 } : {}),
    ...(raw.names && typeof raw.names === 'object' ? { names: raw.names as Record<string, string> } : {}),
    tags: Array.isArray(raw.tags) ? raw.tags.map(String) : [],
    lat: at[0],
    lon: at[1],
    value: Number(figures.value ?? 0),
  };
}

export function asBoard(raw: unknown): BoardMap {
  const board = raw as Raw;
  const lanes = (board.lanes ?? board.sea ?? []) as Raw[];
  return {
    id: String(board.id),
    ...(typeof board.name === 'string' ? { name: board.name } : {}),
    ...(board.names && typeof board.names === 'object' ? { names: board.names as Record<string, string> } : {}),
    ...(typeof board.sha256 === 'string' ? { sha256: board.sha256 } : {}),
    places: ((board.places ?? []) as Raw[]).map(place),
    land: (board.land ?? []) as [string, string][],
    lanes: lanes.map((lane) => {
      const points = (lane.points ?? lane.line) as [number, number][] | undefined;
      return { a: String(lane.a), b: String(lane.b), ...(points ? { points } : {}) };
    }),
    unities: ((board.extra as Raw | undefined)?.unities ?? {}) as Record<string, Named>,
  };
}

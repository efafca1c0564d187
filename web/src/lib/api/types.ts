/** The shapes of docs/api.md. Absent values are left out; times are milliseconds since 1970 UTC. */

export interface Account {
  id: string;
  name: string;
  guest: boolean;
  language: string;
}

export interface RulesetInfo {
  name: string;
  version: number;
  min_seats: number;
  max_seats: number;
  options_schema: unknown;
  defaults: Record<string, unknown>;
}

export interface RoomSeat {
  seat: number;
  account?: string;
  name?: string;
  bot_level?: number;
  guest?: boolean;
}

export interface Room {
  id: string;
  ruleset: string;
  name: string;
  host: string;
  state: 'open' | 'starting' | 'started' | 'closed';
  public: boolean;
  seats: RoomSeat[];
  seat_count: number;
  options: Record<string, unknown>;
  secret_hash?: string;
  campaign?: string;
  created_unix_ms: number;
  you?: { seat?: number; host: boolean };
}

export interface Owed {
  what: string;
  due_unix_ms?: number;
}

export interface CampaignSummary {
  id: string;
  ruleset: string;
  name: string;
  status: 'playing' | 'parked' | 'ended';
  seats: { seat: number; name?: string; bot_level?: number }[];
  your_seat?: number;
  owed: Owed[];
  started_unix_ms: number;
}

export interface LogLine {
  key: string;
  parameters?: Record<string, unknown>;
}
export interface LogEntry {
  n: number;
  at_unix_ms: number;
  lines: LogLine[];
}

export interface Cursor {
  epoch: string | number;
  class?: string;
  n: number;
}

export interface CampaignSeat {
  seat: number;
  name?: string;
  bot_level?: number;
  account?: string;
}

export interface View<Game, Mine> {
  campaign: {
    id: string;
    ruleset: string;
    version: number;
    name: string;
    status: 'playing' | 'parked' | 'ended';
    host?: number;
    /** By seat. */
    seats: Record<string, CampaignSeat>;
    map: { id: string; sha256: string };
    at_unix_ms: number;
  };
  game: Game;
  mine?: Mine;
  you?: { seat: number };
}

export type Side = 'white' | 'black';

export interface Player {
  seat: number;
  name?: string;
  bot_level?: number;
}

export interface GameMove {
  ply: number;
  uci: string;
  san: string;
  clock_ms: number;
  at_unix_ms: number;
}

export interface Game {
  id: string;
  campaign: string;
  war: string;
  white: Player;
  black: Player;
  live: boolean;
  state: 'waiting' | 'playing' | 'over';
  ply: number;
  fen: string;
  moves: GameMove[];
  clocks: {
    white_ms: number;
    black_ms: number;
    running?: Side;
    since_unix_ms?: number;
    increment: { white_ms: number; black_ms: number };
  };
  draw_offer?: Side;
  result?: 'white' | 'black' | 'draw' | 'stopped';
  reason?: string;
  legal?: Record<string, string[]>;
  you?: Side;
  version: number;
}

export type GameCommand =
  | { type: 'Move'; ply: number; uci: string }
  | { type: 'Resign' }
  | { type: 'OfferDraw' }
  | { type: 'AcceptDraw'; ply: number }
  | { type: 'DeclineDraw'; ply: number };

export interface Place {
  id: string;
  name: string;
  iso_a2?: string;
  lat: number;
  lon: number;
  value: number;
  tags?: string[];
  [figure: string]: unknown;
}

export interface BoardMap {
  id: string;
  sha256?: string;
  places: Place[];
  land: [string, string][];
  lanes: { a: string; b: string; points?: [number, number][] }[];
}

export interface Problem {
  code: string;
  kind?: string;
  sentence: string;
  detail?: Record<string, unknown>;
  status?: number;
}

/**
 * The shapes of docs/api.md. Absent values are left out; times are milliseconds since 1970 UTC.
 *
 * `schema.ts` is made from docs/openapi.json by `npm run types`; here its shapes get short names.
 */
import type { components } from './schema.ts';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Token = Schemas['Token'];
export type RulesetInfo = Schemas['RulesetInfo'];
export type LichessUser = Schemas['LichessUser'];
export type RatingKind = LichessUser['ratings'][number]['kind'];
/** Whether the server works with Lichess, and who the asker is there. */
export interface LichessState {
  enabled: boolean;
  password?: boolean;
  user?: LichessUser;
}
export type SeatRating = Schemas['SeatRating'];
export type BotLevel = Schemas['BotLevel'];
export type RoomSeat = Schemas['RoomSeat'];
export type Room = Schemas['Room'];
export type Owed = Schemas['Owed'];
export type CampaignSummary = Schemas['CampaignSummary'];
export type LogLine = { key: string; parameters?: Record<string, unknown> };
export type LogEntry = { n: number; at_unix_ms: number; lines: LogLine[] };
export type InboxItem = Schemas['InboxItem'];
export type TalkMessage = Schemas['TalkMessage'];
export type TalkChannel = Schemas['TalkChannel'];
/** A text as its reader finds it; without words if they were erased. */
export interface Words {
  text?: string;
  erased?: true;
  yours: boolean;
}
export type Cursor = Schemas['Cursor'];
export type CampaignSeat = Schemas['ViewSeat'];
export type Player = Schemas['Player'];
export type GameMove = Schemas['GameMove'];
export type Game = Schemas['Game'];
export type GameCommand = Schemas['GameCommand'];
export type Side = 'white' | 'black';

/** A campaign's view with the ruleset's own parts. */
export type View<Public, Private> = Omit<Schemas['View'], 'game' | 'mine'> & { game: Public; mine?: Private };

/** A transfer to or from the reader's coins. */
export interface PurseLine {
  kind: 'grant' | 'entry' | 'return' | 'refund' | 'payout';
  amount: number;
  at_unix_ms: number;
  campaign?: string;
}
export interface Purse {
  balance: number;
  /** In escrow at tables. */
  held: number;
  /** The newest first. */
  lines: PurseLine[];
}

/** A page of what a class was shown; the view as number 1 left it is on the first. */
export interface HistoryPage {
  newest: Cursor;
  entries: (LogEntry & { patch: unknown })[];
  view?: View<unknown, unknown>;
  next?: number;
}

export type MapInfo = Schemas['MapInfo'];
/** Something that is wrong with a map file, or looks so. */
export type MapFault = Schemas['MapFault'];

export interface Place {
  id: string;
  name: string;
  iso_a2?: string;
  /** In other languages than English, by code. */
  names?: Record<string, string>;
  lat: number;
  lon: number;
  value: number;
  tags?: string[];
  [figure: string]: unknown;
}

export interface BoardMap {
  id: string;
  name?: string;
  names?: Record<string, string>;
  sha256?: string;
  places: Place[];
  land: [string, string][];
  lanes: { a: string; b: string; points?: [number, number][] }[];
  /** Places that belong together, by the key after `unity:` in their tags. */
  unities?: Record<string, Named>;
}

export interface Named {
  name: string;
  names?: Record<string, string>;
}

export interface Problem {
  code: string;
  kind?: string;
  sentence: string;
  detail?: Record<string, unknown>;
  status?: number;
}

/** One function a call of docs/api.md. */
import { entropy } from './chance.ts';
import { asBoard } from '../map/board.ts';
import { get, patch, post, put, remove, UPLOAD_MS } from './http.ts';
import { once } from './once.ts';
import type { Account, BoardMap, BotLevel, CampaignSummary, Game, HistoryPage, InboxItem, LichessState, LogEntry, MapFault, MapInfo, Purse, Room, RulesetInfo, TalkMessage, Token, View, Words } from './types.ts';

/** What a server's log says of a battle (docs/rules/kingdoms_logs.md); which side attacked, it doesn't know. */
export interface GameLog {
  sides: { name: string; wins: number }[];
  drawn: number;
  /** Rounds of which the kills don't tell who won. */
  unclear: number;
  from_kills: boolean;
  lines: number;
  used: number;
}
const id = encodeURIComponent;
const channelPath = (campaign: string, channel: string): string => `/campaigns/${id(campaign)}/channels/${id(channel)}`;
/** What is asked for, as the end of an address. */
function query(parts: Record<string, string | number | undefined>): string {
  const known = Object.entries(parts).filter(([, value]) => value !== undefined);
  return known.length === 0 ? '' : `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)]))}`;
}
/** What becomes of a seat: a bot stands in, its player is back, or its player is gone for good. */
export type SeatChange = 'hand_to_bot' | 'take_back' | 'leave';

export const rest = {
  guest: (name: string, language: string) => post<{ account: Account; recovery_code: string }>('/guests', { name, language }),
  register: (name: string, password: string, language: string) =>
    post<{ account: Account }>('/accounts', { name, password, language }),
  signIn: (name: string, password: string) => post<{ account: Account }>('/sessions', { name, password }),
  recover: (recovery_code: string) => post<{ account: Account }>('/sessions', { recovery_code }),
  signOut: () => remove<void>('/sessions/current'),
  me: () => get<{ account: Account }>('/me'),
  changeMe: (change: { name?: string; language?: string }) => patch<{ account: Account }>('/me', change),
  upgrade: (name: string, password: string) => post<{ account: Account }>('/me/account', { name, password }),

  /** Who came by Lichess has no old one at first. */
  changePassword: (password: string, old?: string) => post<void>('/me/password', { new: password, ...(old === undefined ? {} : { old }) }),
  tokens: () => get<{ tokens: Token[] }>('/tokens'),
  newToken: (token: { label: string; scopes: string[]; expires_in_s: number }) => post<Token & { token: string }>('/tokens', token),
  revokeToken: (token: string) => remove<void>(`/tokens/${id(token)}`),
  lichess: () => get<LichessState>('/lichess'),
  lichessStart: () => post<{ url: string }>('/lichess/start'),
  lichessFinish: (state: string, code: string, language: string) => post<{ account: Account }>('/lichess/finish', { state, code, language }),
  lichessUnlink: () => remove<void>('/lichess'),

  rulesets: () => get<{ rulesets: RulesetInfo[] }>('/rulesets'),
  botLevels: () => get<{ levels: BotLevel[] }>('/bots'),
  rooms: (after?: string) => get<{ rooms: Room[]; next: string }>(`/rooms${query({ after })}`),
  room: (room: string) => get<{ room: Room }>(`/rooms/${id(room)}`),
  /** The same entropy makes the same room. */
  createRoom: (room: { ruleset: string; name: string; seats: number; options: Record<string, unknown>; public: boolean; entry?: number; password?: string }) =>
    once(['room', room], (entropy) => post<{ room: Room }>('/rooms', { ...room, entropy }), entropy),
  changeRoom: (room: string, change: { name?: string; seats?: number; options?: Record<string, unknown>; public?: boolean }) =>
    patch<{ room: Room }>(`/rooms/${id(room)}`, change),
  join: (room: string, how: { invite?: string; password?: string } = {}) => post<{ room: Room }>(`/rooms/${id(room)}/seats`, { entropy: entropy(), ...how }),
  freeSeat: (room: string, seat: number) => remove<{ room: Room }>(`/rooms/${id(room)}/seats/${seat}`),
  addBot: (room: string, level: number) => post<{ room: Room }>(`/rooms/${id(room)}/bots`, { level }),
  setBot: (room: string, seat: number, level: number) => patch<{ room: Room }>(`/rooms/${id(room)}/bots/${seat}`, { level }),
  giveRating: (room: string, rating: number) => put<{ room: Room }>(`/rooms/${id(room)}/rating`, { rating }),
  invite: (room: string) => post<{ invite: string; url: string; expires_unix_ms: number }>(`/rooms/${id(room)}/invites`, {}),
  start: (room: string) => post<{ room: Room }>(`/rooms/${id(room)}/start`),
  closeRoom: (room: string) => remove<void>(`/rooms/${id(room)}`),

  rematch: (campaign: string) => post<{ room: Room }>(`/campaigns/${id(campaign)}/rematch`, { entropy: entropy() }),
  purse: () => get<Purse>('/me/purse'),

  inbox: (before?: number) => get<{ items: InboxItem[]; unread: number }>(`/inbox${before === undefined ? '' : `?before=${before}`}`),
  readInbox: (n: number) => post<{ unread: number }>('/inbox/read', { n }),

  campaigns: () => get<{ campaigns: CampaignSummary[] }>('/campaigns'),
  campaign: (campaign: string) => get<{ class: string; epoch: string; n: number; view: View<unknown, unknown> }>(`/campaigns/${id(campaign)}`),
  log: (campaign: string, before?: number, link?: string) => get<{ entries: LogEntry[] }>(`/campaigns/${id(campaign)}/log${query({ before, link })}`),
  history: (campaign: string, from: number, link?: string) => get<HistoryPage>(`/campaigns/${id(campaign)}/history${query({ from, limit: 500, link })}`),
  text: (campaign: string, text: string, link?: string) => get<Words>(`/campaigns/${id(campaign)}/texts/${id(text)}${query({ link })}`),
  eraseText: (campaign: string, text: string) => remove<void>(`/campaigns/${id(campaign)}/texts/${id(text)}`),
  spectatorLink: (campaign: string) => post<{ link: string; url: string; expires_unix_ms: number }>(`/campaigns/${id(campaign)}/links`, {}),
  messages: (campaign: string, channel: string, before?: number, link?: string) =>
    get<{ messages: TalkMessage[] }>(`${channelPath(campaign, channel)}/messages${query({ before, link })}`),
  say: (campaign: string, channel: string, text: string, key: string) =>
    post<{ message: TalkMessage }>(`${channelPath(campaign, channel)}/messages`, { key, text }),
  eraseMessage: (campaign: string, channel: string, n: number) => remove<{ message: TalkMessage }>(`${channelPath(campaign, channel)}/messages/${n}`),
  readChannel: (campaign: string, channel: string, n: number) => post<{ unread: number }>(`${channelPath(campaign, channel)}/read`, { n }),
  muteChannel: (campaign: string, channel: string, muted: boolean) => post<{ muted: boolean }>(`${channelPath(campaign, channel)}/mute`, { muted }),
  /** With it another person may take a seat over that nobody but a bot plays. */
  seatLink: (campaign: string, seat: number) => post<{ link: string; url: string; expires_unix_ms: number }>(`/campaigns/${id(campaign)}/seats/${seat}/links`, {}),
  takeOver: (campaign: string, seat: number, link: string, key: string) => post<unknown>(`/campaigns/${id(campaign)}/seats/${seat}`, { key, change: 'take_over', link }),
  changeSeat: (campaign: string, seat: number, change: SeatChange) =>
    once(['seat', campaign, seat, change], (key) => post<unknown>(`/campaigns/${id(campaign)}/seats/${seat}`, { key, change })),
  /** A command whose length shall say nothing: `encode` fills it up. */
  command: (campaign: string, key: string, command: unknown, encode: (body: unknown) => string) => post<unknown>(`/campaigns/${id(campaign)}/commands`, { key, command }, { encode }),
  battleLog: (campaign: string, battle: string, log: Blob) =>
    post<GameLog>(`/campaigns/${id(campaign)}/battles/${id(battle)}/log`, log, { type: 'text/plain', encode: () => log, limit: UPLOAD_MS }),
  actions: (campaign: string) => get<{ actions: Record<string, unknown> }>(`/campaigns/${id(campaign)}/actions`),
  maps: () => get<{ maps: MapInfo[] }>('/maps'),
  uploadMap: (file: Blob) => post<Omit<MapInfo, 'own'> & { warnings: MapFault[] }>('/maps', file, { encode: () => file, limit: UPLOAD_MS }),
  map: async (map: string): Promise<BoardMap> => asBoard(await get<unknown>(`/maps/${id(map)}`)),
  game: (game: string) => get<{ game: Game }>(`/games/${id(game)}`),
  pgnPath: (game: string, link?: string) => `/api/v1/games/${id(game)}/pgn${query({ link })}`,
};

/**
 * Answers in place of a server: `npm run dev -- --mode fixture`, then open e.g. /campaigns/turn, /?scene=guest,
 * /sign-in?scene=account, or with `?away=chessgate` any page while that part is away.
 *
 * The campaigns are recorded pictures of the real rules (dev/fixtures/*.json); commands are answered "ok" and change nothing.
 * Never part of the production build: only the dev server in this mode adds it to the page.
 */
import answer from './fixtures/answer.json';
import draft from './fixtures/draft.json';
import ended from './fixtures/ended.json';
import game from './fixtures/game.json';
import provinces from './fixtures/provinces.json';
import provincesOver from './fixtures/provinces-over.json';
import provincesPlace from './fixtures/provinces-place.json';
import provincesWatching from './fixtures/provinces-watching.json';
import iran21 from '../../services/engine/adapters/maps/iran21.json';
import turn from './fixtures/turn.json';
import world from './fixtures/world.json';
import { chessGame, rooms, rulesets } from './tables.ts';

const dice: Record<string, any> = { provinces, 'provinces-over': provincesOver, 'provinces-place': provincesPlace, 'provinces-watching': provincesWatching };
const scenes: Record<string, any> = { answer, draft, ended, game, turn, ...dice };
const asked = new URLSearchParams(location.search);
const guest = asked.get('scene') === 'guest';
const account = { id: 'u1', name: 'Mara', guest: asked.get('scene') !== 'account', language: 'en' };
const away = asked.getAll('away').map((part) => ({ part, since_unix_ms: Date.now() }));
let signedIn = !guest;

/** Moves every time of a recording so that it plays now. */
function shifted(value: any, by: number): any {
  if (Array.isArray(value)) return value.map((each) => shifted(each, by));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, typeof each === 'number' && key.endsWith('_unix_ms') && each > 0 ? each + by : shifted(each, by)]),
  );
}
const HOUR = 3_600_000;
const now = Date.now();
const tokens: any[] = [
  { id: 't1', label: 'My bot', scopes: ['read', 'play'], created_unix_ms: now - 40 * 24 * HOUR, expires_unix_ms: now + 50 * 24 * HOUR },
  { id: 't2', label: 'Old phone', scopes: ['read', 'play', 'rooms'], created_unix_ms: now - 9 * 24 * HOUR, expires_unix_ms: now - 2 * 24 * HOUR },
];
const recorded = Object.fromEntries(Object.entries(scenes).map(([name, scene]) => [name, shifted(scene, now - (name in dice ? 0 : 3 * HOUR) - scene.at_unix_ms)]));
// Dice are made with the campaign's own id, so games of dice keep it.
for (const [name, scene] of Object.entries(recorded)) if (!(name in dice)) scene.view.campaign.id = name;

const purse = {
  balance: 850, held: 50,
  lines: [
    { kind: 'entry', amount: -50, at_unix_ms: now - HOUR / 4, campaign: 'turn' },
    { kind: 'payout', amount: 150, at_unix_ms: now - 20 * HOUR, campaign: 'provinces-over' },
    { kind: 'entry', amount: -50, at_unix_ms: now - 21 * HOUR, campaign: 'provinces-over' },
    { kind: 'grant', amount: 1000, at_unix_ms: now - 90 * HOUR },
  ],
};

/** A past that could have led to a recording: its countries were drafted one by one, then it stood as it does. */
function past(view: any, at: number): unknown {
  const countries = Object.entries<any>(view.game.countries ?? {});
  const empty = Object.fromEntries(countries.map(([id]) => [id, null]));
  const picks = countries.map(([id, country], i) => ({
    n: i + 2, at_unix_ms: at - (countries.length - i) * 60_000,
    lines: [{ key: 'log.chess_wars.countries_picked', parameters: { seat: country.owner, countries: [id] } }],
    patch: { game: { phase: 'draft', countries: { ...(i === 0 ? empty : {}), [id]: country } } },
  }));
  const last = { n: countries.length + 2, at_unix_ms: at, lines: [], patch: { game: view.game } };
  const first = { ...view, game: { ...view.game, phase: 'draft', countries: {}, wars: {}, round: 0 } };
  return { newest: { epoch: 1, class: 0, n: last.n }, view: first, entries: [{ n: 1, at_unix_ms: at - 2 * HOUR, lines: [], patch: {} }, ...picks, last] };
}

function rest(method: string, path: string): [number, unknown] {
  const parts = path.split('?')[0]!.split('/').slice(3);
  const [first, id, third] = parts as [string, string?, string?];
  if (first === 'me' && id === 'purse') return [200, purse];
  if (first === 'me') return signedIn ? [200, { account }] : [401, { code: 'not_signed_in', sentence: 'Sign in first.' }];
  if (first === 'guests') {
    signedIn = true;
    return [201, { account, recovery_code: 'QF7K-2M9D-XW4T-88RC' }];
  }
  if (first === 'accounts' || first === 'sessions') {
    signedIn = true;
    return [201, { account: { ...account, guest: false } }];
  }
  if (first === 'tokens' && method === 'POST') {
    tokens.push({ id: 't3', label: 'Opening book', scopes: ['read'], created_unix_ms: now, expires_unix_ms: now + 90 * 24 * HOUR });
    return [201, { ...tokens.at(-1), token: 'wb_4mZ0aYt1Qe7cXw9LrB2sKd8uHn5vPj3f' }];
  }
  if (first === 'tokens') return method === 'DELETE' ? [204, undefined] : [200, { tokens }];
  if (first === 'lichess') return [200, { enabled: false, password: true }];
  if (first === 'rulesets') return [200, { rulesets }];
  if (first === 'maps') return [200, id === 'iran21' ? iran21 : world];
  if (first === 'rooms' && !id) return method === 'POST' ? [201, { room: rooms(now)[0] }] : [200, { rooms: rooms(now).slice(1), next: '' }];
  if (first === 'rooms' && third === 'start') return [202, { room: { ...rooms(now)[0], state: 'started', campaign: 'draft' } }];
  if (first === 'rooms' && third === 'invites') return [201, { invite: 'abc', url: '/rooms/r0?invite=abc', expires_unix_ms: now + HOUR }];
  if (first === 'rooms') return [200, { room: rooms(now).find((room) => room.id === id) ?? rooms(now)[0] }];
  if (first === 'campaigns' && !id)
    return [200, { campaigns: [
      { id: 'turn', ruleset: 'chess_wars', name: 'The Long Spring', status: 'playing', seats: seats(), your_seat: 0, owed: [{ what: 'turn:18', due_unix_ms: now + 21 * HOUR }], started_unix_ms: now, map: 'world' },
      { id: 'answer', ruleset: 'chess_wars', name: 'Old Silk Road', status: 'playing', seats: seats(), your_seat: 0, owed: [{ what: 'answer:w3', due_unix_ms: now + 31 * HOUR }], started_unix_ms: now, map: 'world' },
      { id: 'ended', ruleset: 'chess_wars', name: 'Marches, winter', status: 'ended', seats: seats(), your_seat: 0, owed: [], started_unix_ms: now, map: 'world' },
    ] }];
  const scene = recorded[id ?? ''];
  if (first === 'campaigns' && scene && third === 'actions') return [200, { actions: scene.actions }];
  if (first === 'campaigns' && scene && third === 'log') return [200, { entries: path.includes('before=') ? [] : scene.entries }];
  if (first === 'campaigns' && scene && third === 'history')
    return [200, path.includes('from=1&') ? past(scene.view, now - HOUR) : { newest: { epoch: 1, class: 0, n: 999 }, entries: [] }];
  return [404, { code: 'not_found', sentence: 'There is no such thing here.' }];
}
const seats = (): unknown[] => [0, 1, 2, 3].map((seat) => ({ seat, name: ['Mara', 'Teo', 'Anouk', 'Shirin'][seat] }));

const plainFetch = window.fetch.bind(window);
window.fetch = async (input, init) => {
  const path = String(input);
  if (!path.startsWith('/api/')) return plainFetch(input, init);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const [status, body] = rest(init?.method ?? 'GET', path);
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
};

class FixtureSocket {
  static OPEN = 1;
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
    }, 20);
  }
  close(): void {
    this.onclose?.({ code: 1000 });
  }
  send(text: string): void {
    const message = JSON.parse(text);
    const [kind, id] = String(message.topic ?? '').split(':');
    if (message.t === 'hello') this.say({ t: 'welcome', now_unix_ms: Date.now(), away });
    else if (message.t === 'ping') this.say({ t: 'pong', id: message.id, now_unix_ms: Date.now() });
    else if (message.t === 'command' || message.t === 'play') this.say({ t: 'ok', id: message.id });
    else if (message.t === 'watch' && kind === 'campaign' && recorded[id!]) {
      const view = recorded[id!].view;
      this.say({ t: 'view', topic: message.topic, class: 'seat', epoch: '1', n: 1, view });
    } else if (message.t === 'watch' && kind === 'game') this.say({ t: 'game', topic: message.topic, game: chessGame(id!, Date.now()) });
    else if (message.t === 'watch' && kind === 'rooms') this.say({ t: 'rooms', topic: 'rooms', rooms: rooms(now).slice(1) });
  }
  private say(message: unknown): void {
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(message) }), 15);
  }
}
(window as any).WebSocket = FixtureSocket;

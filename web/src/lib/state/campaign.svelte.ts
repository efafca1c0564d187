/** One campaign as the viewer sees it: the view kept by patches, the log, what the seat may do, and its games. */
import { clickKey } from '../api/chance.ts';
import { Refused } from '../api/http.ts';
import { mergePatch } from '../api/mergePatch.ts';
import { once } from '../api/once.ts';
import { rest } from '../api/rest.ts';
import type { Message } from '../api/socket.ts';
import type { Cursor, Game, LogEntry, LogLine, Problem, View } from '../api/types.ts';
import type { Actions as WarActions, Command as WarCommand, WarCampaign } from '../war/types.ts';
import { followGame } from './game.svelte.ts';
import { session } from './session.svelte.ts';
import { spectatorLink } from './spectatorLink.ts';

const sameCursor = (one?: Cursor, other?: Cursor): boolean => one?.epoch === other?.epoch && one?.class === other?.class && one?.n === other?.n;

/** Before what the seat may do is asked for again, in milliseconds; at most twice as long. */
const AGAIN_MS = 1000;
/** The line or a part of the server is away, or there were too many requests: it isn't the question that is wrong. */
const passes = ({ code, status = 0 }: Problem): boolean => code === 'offline' || code === 'slow' || status === 429 || status >= 500;

type AnyView = View<object, unknown>;

/** @typeParam V the ruleset's view; A what a seat may do in it; C its commands */
export class Campaign<V extends AnyView = WarCampaign, A extends object = WarActions, C = WarCommand> {
  view = $state.raw<V>();
  actions = $state.raw<A>({} as A);
  /** What the seat may do belongs to the present view. */
  current = $state(false);
  entries = $state.raw<LogEntry[]>([]);
  problem = $state.raw<Problem>();
  /** The viewer's own games that are being played, by war. */
  games = $state.raw<Record<string, Game>>({});
  /** Of the view on show. */
  private cursor?: Cursor;
  private readonly topic: string;
  private readonly stops: (() => void)[] = [];
  private readonly followed = new Map<string, () => void>();
  private asking?: ReturnType<typeof setTimeout>;
  private closed = false;

  private readonly lookers: ((view: V, whole: boolean) => void)[] = [];

  constructor(readonly id: string) {
    this.topic = `campaign:${id}`;
    this.stops.push(session.socket.watch(this.topic, (message) => this.receive(message), spectatorLink(id)));
    void this.older();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.asking);
    for (const stop of [...this.stops, ...this.followed.values()]) stop();
    this.followed.clear();
  }

  /** Be told of every view, also where several come at once; `whole` if it doesn't follow the one before step by step. */
  onView(look: (view: V, whole: boolean) => void): void {
    this.lookers.push(look);
    if (this.view) look(this.view, true);
  }

  private receive(message: Message): void {
    if (message.t === 'view') this.shown(message);
    else if (message.t === 'patch') this.patched(message);
    else if (message.t === 'problem') this.problem = message as unknown as Problem;
    else if (message.t === 'names') session.socket.refresh(this.topic);
  }

  private shown(message: Message): void {
    const before = this.cursor;
    this.at({ epoch: Number(message.epoch), class: Number(message.class), n: Number(message.n) });
    if (before && !sameCursor(before, this.cursor)) {
      this.entries = []; // lines have their class's own numbers, and some were missed
      this.actions = {} as A;
      void this.older();
    }
    this.changed(message.view as V, true);
  }

  private at(cursor: Cursor): void {
    this.cursor = cursor;
    session.socket.setCursor(this.topic, cursor);
  }

  private patched(message: Message): void {
    const n = Number(message.n);
    if (!this.view || !this.cursor || n <= this.cursor.n) return;
    if (n !== this.cursor.n + 1) return session.socket.refresh(this.topic);
    this.at({ ...this.cursor, n });
    const lines = (message.lines ?? []) as LogLine[];
    if (lines.length > 0) this.entries = [{ n, at_unix_ms: Number(message.at_unix_ms), lines }, ...this.entries];
    this.changed(mergePatch(this.view, message.patch ?? {}), false);
  }

  private changed(view: V, whole: boolean): void {
    this.view = view;
    this.current = false;
    for (const look of this.lookers) look(view, whole);
    this.problem = undefined;
    this.followGames();
    clearTimeout(this.asking);
    if (view.you) this.asking = setTimeout(() => void this.ask(), 40);
  }

  private async ask(): Promise<void> {
    const asked = this.cursor;
    try {
      const { actions } = await rest.actions(this.id);
      if (!sameCursor(asked, this.cursor)) return;
      this.actions = actions as A;
      this.current = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The view is shown already, so that nothing else would ask again.
      if (passes(error.problem) && sameCursor(asked, this.cursor) && !this.closed) this.asking = setTimeout(() => void this.ask(), AGAIN_MS * (1 + Math.random()));
    }
  }

  private followGames(): void {
    const me = this.view?.you?.seat;
    // Wars, where a ruleset has any, bring games of chess.
    const wars = Object.entries((this.view?.game as Partial<WarCampaign['game']> | undefined)?.wars ?? {});
    const mine = new Map(
      wars.filter(([, war]) => war.state === 'playing' && war.game && (war.attacker === me || war.defender === me)).map(([id, war]) => [id, war.game]),
    );
    for (const [war, stop] of this.followed) {
      if (mine.has(war)) continue;
      stop();
      this.followed.delete(war);
      const { [war]: _, ...rest } = this.games;
      this.games = rest;
    }
    for (const [war, game] of mine) {
      if (this.followed.has(war)) continue;
      this.followed.set(war, followGame(`${this.id}-${game}`, (state) => (this.games = { ...this.games, [war]: state })));
    }
  }

  /** Older log entries, a page at a time. False when there are none. */
  async older(): Promise<boolean> {
    try {
      const { entries } = await rest.log(this.id, this.entries.at(-1)?.n, spectatorLink(this.id));
      const known = new Set(this.entries.map((entry) => entry.n));
      this.entries = [...this.entries, ...entries.filter((entry) => !known.has(entry.n))].sort((a, b) => b.n - a.n);
      return entries.length > 0;
    } catch {
      return false;
    }
  }

  /** Send a command; refusals come as `Refused`. One key a click, kept over lost connections and lost answers. */
  async send(command: C): Promise<void> {
    await once(['command', this.id, command], (key) => session.socket.ask({ t: 'command', campaign: this.id, key, command }));
  }

  /** Send a command that is filled up to a length that says nothing. Sent again, its nonce is a new one and it stands in place of the first. */
  async sealed(command: unknown, encode: (body: unknown) => string): Promise<void> {
    await rest.command(this.id, clickKey(), command, encode);
  }
}

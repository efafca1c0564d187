/**
 * The one socket: watches topics, resumes each by its cursor, and answers commands.
 *
 * A command that was sent and not answered when the line broke is sent again with the same key, so it happens once;
 * after a minute without an answer it is given up (`no_answer`).
 */
import { noAnswer, Refused } from './http.ts';
import type { Cursor, Problem } from './types.ts';
import type { Silence } from '../war/away.ts';

export type Message = Record<string, unknown> & { t: string };
type Listener = (message: Message) => void;
type Status = 'connecting' | 'open' | 'down' | 'signed-out';

interface Watch {
  listeners: Set<Listener>;
  cursor?: Cursor;
  /** A spectator's signed link. */
  link?: string;
}
interface Waiting {
  message: Message;
  resolve: (message: Message) => void;
  reject: (error: Refused) => void;
  timer: ReturnType<typeof setTimeout>;
}

const PING_MS = 10_000;
/** In a live game: the server measures the round trip by it. */
const LIVE_PING_MS = 2_500;
const SILENCE_MS = 30_000;
/** How long a command is waited for: a silent line is noticed and another one tried before. */
export const ASK_MS = 60_000;

/** Milliseconds to wait before try number `tries` (from 0): exponential with full jitter, at most 15 s. */
export function backoff(tries: number, random: number, restart = false): number {
  return Math.round(random * (restart && tries === 0 ? 10_000 : Math.min(15_000, 500 * 2 ** tries)) + (tries === 0 ? 0 : 250));
}

export class Socket {
  private line?: WebSocket;
  private readonly watches = new Map<string, Watch>();
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private tries = 0;
  private timer?: ReturnType<typeof setTimeout>;
  private pinger?: ReturnType<typeof setInterval>;
  private heard = 0;
  private pingAt = 0;
  private live = false;
  onStatus: (status: Status) => void = () => undefined;
  /** Called with the server's time and our own at the middle of the round trip. */
  onClock: (serverMs: number, ownMs: number) => void = () => undefined;

  /** Called with the parts of the server that are away; `anew` on a new connection. */
  onAway: (away: Silence[], anew: boolean) => void = () => undefined;

  constructor(private readonly url: string) {}

  /** Follow a topic; returns how to stop. */
  watch(topic: string, listener: Listener, link?: string): () => void {
    const watch = this.watches.get(topic) ?? { listeners: new Set() };
    this.watches.set(topic, watch);
    watch.listeners.add(listener);
    if (link !== undefined) watch.link = link;
    // A second listener has missed the first answer, so it is asked for again.
    if (watch.listeners.size > 1) delete watch.cursor;
    this.connect();
    this.askFor(topic, watch);
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0 || this.watches.get(topic) !== watch) return;
      this.watches.delete(topic);
      this.send({ t: 'leave', topic });
    };
  }

  /** Ask for the whole view again (a gap was seen). */
  refresh(topic: string): void {
    const watch = this.watches.get(topic);
    if (!watch) return;
    delete watch.cursor;
    this.askFor(topic, watch);
  }

  setCursor(topic: string, cursor: Cursor): void {
    const watch = this.watches.get(topic);
    if (watch) watch.cursor = cursor;
  }

  /** Send a command and wait for its answer; `no_answer` if none comes. */
  ask(message: Message): Promise<Message> {
    const id = this.nextId++;
    const full: Message = { ...message, id };
    this.connect();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(noAnswer());
      }, ASK_MS);
      this.waiting.set(id, { message: full, resolve, reject, timer });
      this.send(full);
    });
  }

  /** Open again as somebody else: after signing in or out. */
  restart(): void {
    this.tries = 0;
    this.line?.close();
    this.line = undefined;
    for (const watch of this.watches.values()) delete watch.cursor;
    this.connect();
  }

  connect(): void {
    if (this.line || this.timer) return;
    this.onStatus('connecting');
    const line = new WebSocket(this.url);
    this.line = line;
    line.onopen = () => {
      line.send(JSON.stringify({ t: 'hello' }));
      this.heard = Date.now();
      this.pingOften();
    };
    line.onmessage = (event) => this.receive(String(event.data));
    line.onclose = (event) => this.lost(line, event.code);
  }

  /** Another line is tried at once: this one is silent, or the device says that it has no network. */
  drop(): void {
    const { line } = this;
    if (!line) return;
    line.close();
    this.lost(line, 1006);
  }

  /** The network is back: try at once. */
  hurry(): void {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tries = 0;
    this.connect();
  }

  /** A live game is played: measure more often. */
  hasten(live: boolean): void {
    if (this.live === live) return;
    this.live = live;
    if (this.pinger) this.pingOften();
  }

  private pingOften(): void {
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.line && this.ping(), this.live ? LIVE_PING_MS : PING_MS);
  }

  private ping(): void {
    if (Date.now() - this.heard > SILENCE_MS) return this.drop(); // a browser's own close waits a minute for the other end
    this.pingAt = Date.now();
    this.send({ t: 'ping', id: 0 });
  }

  private send(message: Message): void {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(message));
  }

  private askFor(topic: string, watch: Watch): void {
    const { cursor } = watch;
    this.send({ t: 'watch', topic, ...(cursor ? { cursor } : {}), ...(watch.link === undefined ? {} : { link: watch.link }) });
  }

  private receive(text: string): void {
    this.heard = Date.now();
    const message = JSON.parse(text) as Message;
    if (message.t === 'welcome') this.welcomed(message);
    else if (message.t === 'status') this.onAway(message.away as Silence[], false);
    else if (message.t === 'pong') {
      this.send({ t: 'back', id: Number(message.id) });
      this.onClock(Number(message.now_unix_ms), (this.pingAt + Date.now()) / 2);
    }
    else if (message.t === 'ok' || (message.t === 'problem' && message.id !== undefined)) this.answered(message);
    else if (typeof message.topic === 'string') {
      for (const listener of this.watches.get(message.topic)?.listeners ?? []) listener(message);
    }
  }

  private welcomed(message: Message): void {
    this.tries = 0;
    this.onClock(Number(message.now_unix_ms), Date.now());
    this.onAway((message.away as Silence[] | undefined) ?? [], true);
    this.pingAt = Date.now();
    this.send({ t: 'ping', id: 0 });
    for (const [topic, watch] of this.watches) {
      this.askFor(topic, watch);
    }
    for (const { message: again } of this.waiting.values()) this.send(again);
    this.onStatus('open');
  }

  private answered(message: Message): void {
    const waiting = this.waiting.get(Number(message.id));
    if (!waiting) return;
    this.waiting.delete(Number(message.id));
    clearTimeout(waiting.timer);
    if (message.t === 'ok') waiting.resolve(message);
    else waiting.reject(new Refused(message as unknown as Problem));
  }

  private lost(line: WebSocket, code: number): void {
    if (this.line !== line) return;
    clearInterval(this.pinger);
    this.line = undefined;
    if (code === 4401 || code === 4403) {
      this.onStatus('signed-out');
      this.failAll('signed_out');
      return;
    }
    this.onStatus('down');
    if (this.watches.size === 0 && this.waiting.size === 0) return;
    const wait = code === 4408 ? 0 : backoff(this.tries, Math.random(), code === 1012);
    this.tries += 1;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.connect();
    }, wait);
  }

  private failAll(code: string): void {
    for (const waiting of this.waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new Refused({ code, sentence: 'Signed out.' }));
    }
    this.waiting.clear();
  }
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from './http.ts';
import { ASK_MS, backoff, Socket } from './socket.ts';

class Line {
  static OPEN = 1;
  static all: Line[] = [];
  readyState = 1;
  sent: any[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
const last = (): Line => Line.all.at(-1)!;

describe('Socket', () => {
  beforeEach(() => {
    Line.all = [];
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Line);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  function open(socket: Socket): void {
    socket.connect();
    last().onopen?.();
    last().say({ t: 'welcome', now_unix_ms: 5 });
  }

  it('resumes a topic by its cursor after the line broke', () => {
    const socket = new Socket('ws://x');
    socket.watch('campaign:c', () => undefined);
    open(socket);
    socket.setCursor('campaign:c', { epoch: 3, class: 1, n: 7 });
    last().close();
    vi.advanceTimersByTime(20_000);
    expect(Line.all).toHaveLength(2);
    open(socket);
    expect(last().sent).toContainEqual({ t: 'watch', topic: 'campaign:c', cursor: { epoch: 3, class: 1, n: 7 } });
  });

  it('tells which parts are away, at each new connection and when that changes', () => {
    const socket = new Socket('ws://x');
    const told: unknown[] = [];
    socket.onAway = (away, anew) => told.push([away.map(({ part }) => part), anew]);
    open(socket);
    last().say({ t: 'status', away: [{ part: 'engine', since_unix_ms: 4 }] });
    last().say({ t: 'status', away: [] });
    expect(told).toEqual([[[], true], [['engine'], false], [[], false]]);
  });

  it('sends an unanswered command again with the same key, and settles it once', async () => {
    const socket = new Socket('ws://x');
    open(socket);
    const answer = socket.ask({ t: 'command', campaign: 'c', key: 'k', command: { type: 'PassTurn' } });
    last().close();
    vi.advanceTimersByTime(20_000);
    open(socket);
    const again = last().sent.find((message) => message.t === 'command');
    expect(again.key).toBe('k');
    last().say({ t: 'ok', id: again.id });
    await expect(answer).resolves.toMatchObject({ t: 'ok' });
  });

  it('tries another line at once when the one it has falls silent, though that never says that it is closed', () => {
    const socket = new Socket('ws://x');
    const told: string[] = [];
    socket.onStatus = (status) => told.push(status);
    open(socket);
    socket.watch('me', () => undefined);
    last().close = () => undefined; // a browser waits for the other end
    vi.advanceTimersByTime(60_000);
    expect(told.at(-1)).toBe('connecting');
    expect(Line.all).toHaveLength(2);
  });

  it('turns a problem into a refusal with its code', async () => {
    const socket = new Socket('ws://x');
    open(socket);
    const answer = socket.ask({ t: 'play', game: 'g', key: 'k', command: {} });
    last().say({ t: 'problem', id: last().sent.at(-1).id, code: 'not_your_turn', kind: 'not_now', sentence: 'No.' });
    await expect(answer).rejects.toBeInstanceOf(Refused);
  });

  it('gives a command up that is never answered, and doesn’t send it on the next line', async () => {
    const socket = new Socket('ws://x');
    open(socket);
    const asked = socket.ask({ t: 'command', key: 'k' });
    const refused = expect(asked).rejects.toMatchObject({ problem: { code: 'no_answer' } });
    await vi.advanceTimersByTimeAsync(ASK_MS);
    await refused;
    socket.watch('me', () => undefined);
    last().close();
    await vi.advanceTimersByTimeAsync(20_000);
    open(socket);
    expect(last().sent.filter(({ t }) => t === 'command')).toEqual([]);
  });
});

describe('backoff', () => {
  it('grows with jitter and has a limit', () => {
    expect(backoff(0, 0)).toBe(0);
    expect(backoff(3, 1)).toBe(4250);
    expect(backoff(30, 1)).toBe(15_250);
    expect(backoff(0, 0.5, true)).toBe(5000);
  });
});

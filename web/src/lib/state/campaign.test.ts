import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '../api/http.ts';
import { rest } from '../api/rest.ts';
import type { Message } from '../api/socket.ts';
import { Campaign } from './campaign.svelte.ts';

const line = vi.hoisted(() => ({ say: (_: Message) => undefined as void, cursor: undefined as unknown }));
vi.mock('./session.svelte.ts', () => ({
  session: {
    socket: {
      watch: (_: string, listener: (message: Message) => void) => ((line.say = listener), () => undefined),
      setCursor: (_: string, cursor: unknown) => (line.cursor = cursor),
      refresh: () => undefined,
    },
  },
}));

const shown = (seat: number, n: number): Message => ({
  t: 'view', epoch: 1, class: seat, n, view: { game: { wars: {} }, ...(seat < 0 ? {} : { you: { seat } }) },
});
const entry = (n: number) => ({ n, at_unix_ms: n, lines: [{ key: 'kernel.started' }] });

describe('Campaign', () => {
  beforeEach(() => vi.stubGlobal('location', { pathname: '/', search: '' }));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('reads the log anew after a view of another class, and lists nothing to do for a seat that was left', async () => {
    const pages = [[entry(7)], [entry(2), entry(1)]];
    vi.spyOn(rest, 'log').mockImplementation(() => Promise.resolve({ entries: pages.shift() ?? [] }));
    const campaign = new Campaign('c');
    await vi.waitFor(() => expect(campaign.entries.map(({ n }) => n)).toEqual([7]));
    line.say(shown(0, 7));
    campaign.actions = { PassTurn: { turn: 1 } };
    line.say(shown(-1, 2));
    expect(line.cursor).toEqual({ epoch: 1, class: -1, n: 2 });
    expect(campaign.actions).toEqual({});
    await vi.waitFor(() => expect(campaign.entries.map(({ n }) => n)).toEqual([2, 1]));
    campaign.close();
  });

  it('keeps log and actions when the same view comes again', async () => {
    const log = vi.spyOn(rest, 'log').mockImplementation(() => Promise.resolve({ entries: [entry(7)] }));
    const campaign = new Campaign('c');
    await vi.waitFor(() => expect(campaign.entries).toHaveLength(1));
    for (let i = 0; i < 2; i += 1) line.say(shown(0, 7));
    expect(log).toHaveBeenCalledTimes(1);
    expect(campaign.entries).toHaveLength(1);
    campaign.close();
  });

  it('asks again what the seat may do when the line was down, and not when it is refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(rest, 'log').mockImplementation(() => Promise.resolve({ entries: [] }));
    const fails = [new Refused({ code: 'offline', sentence: '' }), new Refused({ code: 'unavailable', sentence: '', status: 503 })];
    const ask = vi.spyOn(rest, 'actions').mockImplementation(() => {
      const failed = fails.shift();
      return failed ? Promise.reject(failed) : Promise.resolve({ actions: { PassTurn: { turn: 1 } } });
    });
    const campaign = new Campaign('c');
    line.say(shown(0, 7));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(campaign.actions).toEqual({ PassTurn: { turn: 1 } });
    fails.push(new Refused({ code: 'not_allowed', sentence: '', status: 403 }));
    line.say(shown(0, 8));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(4);
    campaign.close();
    vi.useRealTimers();
  });
});

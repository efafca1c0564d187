import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from './http.ts';
import { KEPT_MS, once } from './once.ts';
import { rest } from './rest.ts';

let n = 0;
const fresh = (): string => `key-${(n += 1)}`;
/** The key that was sent when this was asked for, and answered by a problem or well. */
async function sent(what: unknown, problem?: { code: string; status?: number }): Promise<string> {
  let used = '';
  const asking = once(what, (key) => ((used = key), problem ? Promise.reject(new Refused({ sentence: '', ...problem })) : Promise.resolve()), fresh);
  await asking.catch(() => undefined);
  return used;
}

describe('once', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('asks again with the same key as long as nobody knows the outcome', async () => {
    const first = await sent(['a'], { code: 'no_answer' });
    expect(await sent(['a'], { code: 'offline' })).toBe(first);
    expect(await sent(['a'], { code: 'unavailable', status: 503 })).toBe(first);
    expect(await sent(['a'])).toBe(first);
    expect(await sent(['a'])).not.toBe(first);
  });
  it('gives another thing, or what was refused, a key of its own', async () => {
    const first = await sent(['b', 1], { code: 'no_answer' });
    expect(await sent(['b', 2])).not.toBe(first);
    const refused = await sent(['c'], { code: 'not_now', status: 409 });
    expect(await sent(['c'])).not.toBe(refused);
  });
  it('takes the same words for a new wish some minutes later', async () => {
    const first = await sent(['d'], { code: 'no_answer' });
    vi.advanceTimersByTime(KEPT_MS);
    expect(await sent(['d'])).not.toBe(first);
  });
  it('makes a room once that was asked for twice because the first answer was lost', async () => {
    const bodies: string[] = [];
    vi.stubGlobal('fetch', (_: unknown, init: RequestInit) => {
      bodies.push(String(init.body));
      return bodies.length === 1 ? new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))) : Promise.resolve(new Response('{"room": {}}'));
    });
    const room = { ruleset: 'provinces', name: 'r', seats: 2, options: {}, public: true };
    const first = rest.createRoom(room).catch((error: Refused) => error.problem.code);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await first).toBe('no_answer');
    await rest.createRoom(room);
    expect(bodies[1]).toBe(bodies[0]);
  });
});

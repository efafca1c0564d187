import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWorld } from '../map/world.ts';
import { ANSWER_MS, BODY_MS, get, post, UPLOAD_MS } from './http.ts';
import { rest } from './rest.ts';

/** A server that takes the request and never says a word; the request ends only with its signal. */
const hangs = (_: unknown, init?: RequestInit): Promise<Response> =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
/** How a request ended after so many ms: `waiting`, or the problem's code. */
async function after(ms: number, request: Promise<unknown>): Promise<string> {
  let end = 'waiting';
  request.then(() => (end = 'answered'), (error: { problem?: { code: string } }) => (end = error.problem?.code ?? String(error)));
  await vi.advanceTimersByTimeAsync(ms);
  return end;
}

describe('requests', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', hangs);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are given up when no answer comes: of a command nobody knows then whether it came through', async () => {
    expect(await after(ANSWER_MS - 1, post('/rooms', {}))).toBe('waiting');
    expect(await after(ANSWER_MS, post('/rooms', {}))).toBe('no_answer');
    expect(await after(ANSWER_MS, get('/rooms'))).toBe('slow');
  });
  it('may take longer where a file goes up', async () => {
    expect(await after(UPLOAD_MS - 1, rest.uploadMap(new Blob(['{}'])))).toBe('waiting');
    expect(await after(UPLOAD_MS, rest.uploadMap(new Blob(['{}'])))).toBe('no_answer');
  });
  it('have time for an answer that has begun, and not for ever', async () => {
    vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => Promise.resolve({ status: 200, ok: true, text: () => hangs(_, init) }));
    expect(await after(BODY_MS - 1, get('/maps/world'))).toBe('waiting');
    expect(await after(BODY_MS, get('/maps/world'))).toBe('slow');
  });
  it('say that there is no line where it breaks', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await after(0, post('/rooms', {}))).toBe('offline');
  });
  it('leave no timer behind once answered', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"rooms": []}')));
    expect(await get('/rooms')).toEqual({ rooms: [] });
    expect(vi.getTimerCount()).toBe(0);
  });
  it('for the shapes of a map are given up too, and asked for again the next time', async () => {
    const board = { places: {}, borders: [] } as unknown as Awaited<ReturnType<typeof rest.map>>;
    expect(await after(ANSWER_MS, loadWorld('world', () => Promise.resolve(board)))).toBe('slow');
    const asked = vi.fn(hangs);
    vi.stubGlobal('fetch', asked);
    await after(ANSWER_MS, loadWorld('world', () => Promise.resolve(board)));
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

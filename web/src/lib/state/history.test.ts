import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rest } from '../api/rest.ts';
import type { HistoryPage } from '../api/types.ts';
import { History } from './history.svelte.ts';

/** A page of a class's past: `count` steps from a number on. */
function page(seat: number, from: number, count: number, next?: number): HistoryPage {
  const view = { campaign: {}, game: { round: 1, of: seat } } as unknown as NonNullable<HistoryPage['view']>;
  return {
    newest: { epoch: 1, class: seat, n: 9 },
    entries: Array.from({ length: count }, (_, i) => ({ n: from + i, at_unix_ms: 0, lines: [], patch: {} })),
    ...(from === 1 ? { view } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

describe('History', () => {
  beforeEach(() => vi.stubGlobal('location', { pathname: '/', search: '' }));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('begins again when the viewer sees as another class between two pages', async () => {
    const pages = [page(0, 1, 4, 5), page(-1, 5, 2), page(-1, 1, 6)];
    const asked = vi.spyOn(rest, 'history').mockImplementation(() => Promise.resolve(pages.shift() ?? page(-1, 7, 0)));
    const history = new History('c', () => undefined);
    await vi.waitFor(() => expect(history.loading).toBe(false));
    expect(asked.mock.calls.map(([, from]) => from)).toEqual([1, 5, 1]);
    expect(history.length).toBe(6);
    expect((history.view?.game as unknown as { of: number }).of).toBe(-1);
  });
});

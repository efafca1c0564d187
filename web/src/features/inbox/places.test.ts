import { afterEach, describe, expect, it, vi } from 'vitest';
import { rest } from '../../lib/api/rest.ts';
import type { BoardMap, CampaignSummary, InboxItem } from '../../lib/api/types.ts';

vi.stubGlobal('navigator', { language: 'fa' });
vi.stubGlobal('document', { documentElement: {} });
const { locale } = await import('../../lib/i18n/i18n.svelte.ts');
const { mapOf, MOST_MAPS, Places } = await import('./places.svelte.ts');

const item = (campaign: string, parameters: Record<string, unknown>): InboxItem => ({ n: 1, campaign, key: 'notice.battle', parameters, at_unix_ms: 1, read: false, owes: false }) as InboxItem;
const on = (...maps: string[]): Map<string, CampaignSummary> => new Map(maps.map((map) => [`on-${map}`, { id: `on-${map}`, map } as CampaignSummary]));
const board = (map: string): Promise<BoardMap> => Promise.resolve({ places: [{ id: 'a', name: `A of ${map}`, names: { en: `A of ${map}`, fa: `الف ${map}` } }] } as unknown as BoardMap);

describe('Places', () => {
  afterEach(() => vi.restoreAllMocks());

  it('names a place by the map of its own campaign, in the reader’s language', async () => {
    const asked = vi.spyOn(rest, 'map').mockImplementation(board);
    const places = new Places();
    const items = [item('on-marches40', { province: 'a' }), item('on-u1', { province: 'a' }), item('on-u1', { province: 'b' }), item('on-world', {})];
    places.load(items, on('marches40', 'u1', 'world'));
    expect(places.name('u1', 'a')).toBe('a');
    await vi.waitFor(() => expect(places.name('u1', 'a')).not.toBe('a'));
    const own = (map: string): string => (locale.language === 'fa' ? `الف ${map}` : `A of ${map}`);
    expect([places.name('u1', 'a'), places.name('marches40', 'a'), places.name('u1', 'b')]).toEqual([own('u1'), own('marches40'), 'b']);
    places.load(items, on('marches40', 'u1'));
    expect(asked.mock.calls.map(([map]) => map)).toEqual(['marches40', 'u1']);
  });
  it('loads only so many maps, and lives without one that doesn’t come', () => {
    const asked = vi.spyOn(rest, 'map').mockImplementation(() => Promise.reject(new Error('away')));
    const maps = Array.from({ length: MOST_MAPS + 5 }, (_, n) => `m${n}`);
    const places = new Places();
    places.load(maps.map((map) => item(`on-${map}`, { province: 'a' })), on(...maps));
    expect(asked).toHaveBeenCalledTimes(MOST_MAPS);
    expect(places.name('m0', 'a')).toBe('a');
  });
  it('knows the map of a war whose campaign the reader has left, and of nothing else', () => {
    expect(mapOf(item('gone', { target: 'FR' }), undefined)).toBe('world');
    expect(mapOf(item('gone', { province: 'a' }), undefined)).toBeUndefined();
  });
});

/** Names of the places that notices speak of: of the map each campaign is played on, for two maps may use one id. */
import { rest } from '../../lib/api/rest.ts';
import type { BoardMap, CampaignSummary, InboxItem, Place } from '../../lib/api/types.ts';
import { locale } from '../../lib/i18n/i18n.svelte.ts';

/** Maps loaded at most, those of the newest notices first; places of others keep their ids. */
export const MOST_MAPS = 20;

const named = ({ parameters: { target, province } }: InboxItem): boolean => typeof target === 'string' || typeof province === 'string';

/**
 * The map a notice's places are on, if it speaks of any.
 *
 * Only the wars, which are always played on the world, speak of a `target`: theirs are known without the campaign.
 */
export function mapOf(item: InboxItem, campaign: CampaignSummary | undefined): string | undefined {
  if (!named(item)) return undefined;
  return campaign?.map || (typeof item.parameters.target === 'string' ? 'world' : undefined);
}

export class Places {
  private maps = $state.raw<ReadonlyMap<string, ReadonlyMap<string, Place>>>(new Map());
  private readonly asked = new Set<string>();

  /** Load the maps of these notices that aren't here yet, each once. */
  load(items: readonly InboxItem[], campaigns: ReadonlyMap<string, CampaignSummary>): void {
    for (const item of items) {
      const map = mapOf(item, campaigns.get(item.campaign));
      if (map === undefined || this.asked.has(map) || this.asked.size >= MOST_MAPS) continue;
      this.asked.add(map);
      rest.map(map).then((board) => this.keep(map, board), () => undefined); // ids are better than nothing
    }
  }
  private keep(map: string, { places }: BoardMap): void {
    this.maps = new Map([...this.maps, [map, new Map(places.map((place) => [place.id, place]))]]);
  }

  /** A place in the reader's language; its id while its map isn't here. */
  name(map: string | undefined, id: string): string {
    const place = map === undefined ? undefined : this.maps.get(map)?.get(id);
    return place ? (place.names?.[locale.language] ?? locale.region(place.iso_a2, place.name)) : id;
  }
}

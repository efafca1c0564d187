/** A notice in words: parameters that name seats and countries become names, everything else is put in as it is. */
import type { CampaignSummary, InboxItem } from '../../lib/api/types.ts';
import type { Values } from '../../lib/i18n/format.ts';
import { locale } from '../../lib/i18n/i18n.svelte.ts';

const SEATS = new Set(['seat', 'attacker', 'defender', 'by', 'to', 'winner']);

export function seatName(campaign: CampaignSummary | undefined, seat: number): string {
  if (campaign?.your_seat === seat) return locale.t('seat.you');
  const holder = campaign?.seats.find((each) => each.seat === seat);
  if (holder?.name) return holder.name;
  if (holder?.bot_level !== undefined) return locale.t('seat.bot', { n: seat + 1 });
  return locale.t('seat.plain', { n: seat + 1 });
}

export function noticeText(item: InboxItem, campaign: CampaignSummary | undefined, placeName: (id: string) => string): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(item.parameters)) {
    if (name === 'by' && typeof value === 'string') values.by = value;
    else if (SEATS.has(name) && typeof value === 'number') values[name] = seatName(campaign, value);
    else if ((name === 'target' || name === 'province') && typeof value === 'string') values[name] = placeName(value);
    else if (name === 'kind') values.kind = locale.any(`king.step_${String(value)}`, {}, String(value));
    else if (name === 'mission') values.mission = locale.any(`mission.${String(value)}`, {}, String(value));
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
  }
  // A game may have words of its own.
  const own = item.key.replace('notice.', `notice.${campaign?.ruleset}.`);
  return locale.any(locale.has(own) ? own : item.key, values, locale.t('notice.other'));
}

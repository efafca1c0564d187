/** Who sits where, as far as the parts that all games share must know. */
import type { CampaignSeat } from '../../lib/api/types.ts';
import { t } from '../../lib/i18n/i18n.svelte.ts';

export interface People {
  /** The viewer's seat; undefined for spectators. */
  readonly me: number | undefined;
  readonly seats: Readonly<Record<string, CampaignSeat>>;
  readonly seatName: (seat: number) => string;
}

/** Who a seat is to the viewer: "You" or the name. */
export function whoIs(people: People, seat: number | undefined): string {
  if (seat === undefined) return t('seat.nobody');
  return seat === people.me ? t('seat.you') : people.seatName(seat);
}

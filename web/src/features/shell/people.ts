/** Who sits where, as far as the parts that all games share must know. */
import type { CampaignSeat } from '../../lib/api/types.ts';
import { t, type MessageKey } from '../../lib/i18n/i18n.svelte.ts';

export interface People {
  /** The viewer's seat; undefined for spectators. */
  readonly me: number | undefined;
  readonly seats: Readonly<Record<string, CampaignSeat>>;
  readonly seatName: (seat: number) => string;
}

const LEVELS: readonly MessageKey[] = ['bot.easy', 'bot.normal', 'bot.hard'];

/** The name of a seat's holder, whoever looks, in games whose bots have names for their levels. */
export function holderName(seats: People['seats'], seat: number): string {
  const holder = seats[seat];
  if (holder?.name) return holder.name;
  if (holder?.bot_level === undefined) return t('seat.plain', { n: seat + 1 });
  const like = Object.values(seats).filter((each) => each.bot_level === holder.bot_level).map((each) => each.seat);
  const values = { level: t(LEVELS[holder.bot_level - 1] ?? 'bot.normal'), n: like.indexOf(seat) + 1 };
  return t(like.length > 1 ? 'bot.one_of' : 'bot.only', values);
}

/** Who a seat is to the viewer: "You" or the name. */
export function whoIs(people: People, seat: number | undefined): string {
  if (seat === undefined) return t('seat.nobody');
  return seat === people.me ? t('seat.you') : people.seatName(seat);
}

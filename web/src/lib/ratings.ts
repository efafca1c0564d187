/** Ratings in words: an uncertain one has a question mark, as on Lichess. */
import type { LichessUser, RatingKind, SeatRating } from './api/types.ts';
import { locale, t, type MessageKey } from './i18n/i18n.svelte.ts';

export const KINDS: RatingKind[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'];
export const kindName = (kind: RatingKind): string => t(`rating.${kind}` as MessageKey);
/** Without separators, as chess players write them. */
export function ratingText(rating: number, sure: boolean): string {
  const digits = new Intl.NumberFormat(locale.language, { useGrouping: false }).format(rating);
  return sure ? digits : `${digits}?`;
}

/** What a seat's rating is, for those who ask. */
export function ratingHint(rating: SeatRating): string {
  if (rating.mark === 'own') return t('rating.own_hint');
  const kind = rating.kind === undefined ? '' : kindName(rating.kind);
  return t(rating.mark === 'established' ? 'rating.established_hint' : 'rating.unestablished_hint', { kind });
}

/** The user's ratings by kind, the quickest first. */
export const byKind = (user: LichessUser): LichessUser['ratings'] => [...user.ratings].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));

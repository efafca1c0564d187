/** A country in one sentence, for those who hear the map rather than see it, and why it can't be attacked. */
import { locale, t, type MessageKey } from '../../lib/i18n/i18n.svelte.ts';
import { missionName } from '../../lib/war/missionText.ts';
import { ratingText } from '../../lib/ratings.ts';
import type { Blocked, PeaceTerms, WarView } from '../../lib/war/types.ts';
import { isWhite } from '../../lib/war/peace.ts';
import { whoIs } from '../shell/people.ts';
import type { Desk } from './desk.svelte.ts';

export function describePlace(desk: Desk, id: string): string {
  const missions = (desk.marks.get(id) ?? []).map((number) => missionName(desk.missions[number]?.type ?? ''));
  const what = placeSentence(desk, id);
  return missions.length > 0 ? t('describe.missions', { what, missions: locale.list(missions) }) : what;
}

function placeSentence(desk: Desk, id: string): string {
  const owner = desk.owner(id);
  const values = { place: desk.placeName(id), value: desk.value(id), who: owner === undefined ? '' : desk.seatName(owner) };
  if (owner === undefined) return t('describe.free', values);
  if (owner === desk.me) return t('describe.own', values);
  if (desk.targetChoice(id)) return t('describe.target', values);
  return t('describe.foreign', values);
}

export function blockedText(desk: Desk, blocked: Blocked): string {
  const detail = blocked.detail ?? {};
  const war = typeof detail.war === 'string' ? desk.warById(detail.war) : undefined;
  return locale.any(`blocked.${blocked.code}`, {
    need: Number(detail.need ?? 0),
    have: Number(detail.have ?? 0),
    round: Number(detail.until_round ?? 0),
    place: typeof detail.country === 'string' ? desk.placeName(detail.country) : war ? desk.placeName(war.target) : '',
  }, locale.any(`problem.${blocked.code}`, {}, blocked.code));
}

/** A seat's rating as it was frozen, with a mark if it is only the player's word; empty if they are unrated. */
export function ratingOf(desk: Desk, seat: number): string {
  const rating = desk.game?.seats?.[seat]?.rating;
  return rating === undefined ? '' : ratingText(rating, desk.view?.campaign.seats[seat]?.own_rating !== true);
}

export const warStateKey = (state: string): MessageKey => `war.state.${state}` as MessageKey;

/** How a war that is over ended. */
export function endingWords(desk: Desk, war: WarView): string {
  if (!war.result) return '';
  const { how, terms, winner } = war.result;
  return how === 'peace' && terms && isWhite(terms) ? t('war.how.white_peace') : t(`war.how.${how}`, { who: whoIs(desk, winner) });
}

/** Terms of peace, a line each. */
export function termsWords(desk: Desk, war: WarView, terms: PeaceTerms): string[] {
  const lines: string[] = [];
  if (terms.from_attacker?.length) lines.push(t('peace.gives', { who: whoIs(desk, war.attacker), what: desk.placeNames(terms.from_attacker) }));
  if (terms.from_defender?.length) lines.push(t('peace.gives', { who: whoIs(desk, war.defender), what: desk.placeNames(terms.from_defender) }));
  if (terms.tokens) lines.push(t('peace.pays', { who: whoIs(desk, terms.tokens > 0 ? war.attacker : war.defender), n: Math.abs(terms.tokens) }));
  if (terms.accord_rounds) lines.push(t('peace.accord', { n: terms.accord_rounds }));
  return lines.length > 0 ? lines : [t('peace.white')];
}

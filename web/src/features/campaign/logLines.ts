/** Log lines in words: parameters that name seats and countries become names, everything else is put in as it is. */
import { locale } from '../../lib/i18n/i18n.svelte.ts';
import type { Values } from '../../lib/i18n/format.ts';
import type { LogLine } from '../../lib/api/types.ts';
import { isWhite } from '../../lib/war/peace.ts';
import { whoIs } from '../shell/people.ts';
import type { Desk } from './desk.svelte.ts';

const SEATS = new Set(['seat', 'attacker', 'defender', 'owner', 'winner', 'by', 'to', 'partner', 'giver', 'holder', 'host']);
const PLACES = new Set(['country', 'target', 'origin', 'place', 'redirect']);
const PLACE_LISTS = new Set(['stake', 'countries', 'reserves', 'put_ins', 'added', 'from_attacker', 'from_defender']);

/** Lines that only their seats are told; all others are public. */
const PRIVATE = new Set(['peace_offered', 'peace_accepted', 'peace_offer_ended', 'accord_proposed', 'accord_offer_ended'].map((key) => `chess_wars.${key}`));
export const isPublic = (line: LogLine): boolean => !PRIVATE.has(line.key);

/** The id of the words that a line speaks of. */
export const termsOf = (line: LogLine): string | undefined => (typeof line.parameters?.terms === 'string' ? line.parameters.terms : undefined);

/** @param wars those at the time of the line; the present ones unless given */
export function lineText(desk: Desk, line: LogLine, wars = desk.game?.wars): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(line.parameters ?? {})) {
    if (SEATS.has(name) && typeof value === 'number') values[name] = whoIs(desk, value);
    else if (PLACES.has(name) && typeof value === 'string') values[name] = desk.placeName(value);
    else if (PLACE_LISTS.has(name) && Array.isArray(value)) values[name] = desk.placeNames(value.map(String));
    else if (name === 'winners' && Array.isArray(value)) values[name] = locale.list(value.map((seat) => whoIs(desk, Number(seat))));
    else if (name === 'title') values[name] = locale.any(`title.${String(value)}`);
    else if (name === 'mission') values[name] = locale.any(`mission.${String(value)}`, {}, String(value));
    else if (name === 'moved' && value && typeof value === 'object') values[name] = moved(desk, value as Record<string, number>);
    else if (name === 'terms' && value && typeof value === 'object') values.white = isWhite(value) ? 'yes' : 'no';
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
    if (name === 'war' && typeof value === 'string') {
      const war = wars?.[value];
      values.war = war ? desk.placeName(war.target) : value;
    }
  }
  const key = line.key.replace(/^log\./u, '');
  return locale.any(`log.${key}`, values, line.key);
}

function moved(desk: Desk, titles: Record<string, number>): string {
  return locale.list(Object.entries(titles).map(([title, seat]) => `${locale.any(`title.${title}`)} → ${whoIs(desk, seat)}`));
}

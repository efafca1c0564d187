/** Secret missions in words: their names and what they ask for. */
import { locale } from '../i18n/i18n.svelte.ts';
import type { Names } from './next.ts';
import type { SecretMission } from './types.ts';

type Mission = SecretMission['mission'];

/** The name under which texts and lines know it: a group's or route's own, else its kind. */
export function secretKey(mission: Mission): string {
  const id = mission.type === 'NamedGroup' ? mission.group : mission.type === 'Route' ? mission.route : undefined;
  return id === undefined ? mission.type : id.split('_').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

export const secretName = (mission: Mission): string => locale.any(`mission.${secretKey(mission)}`, {}, secretKey(mission));

/** What it asks for, in a sentence. */
export function secretSentence(secret: SecretMission, names: Names): string {
  const { mission } = secret;
  const list = (ids: readonly string[]): string => locale.list(ids.map(names.place));
  const values: Record<string, string | number> = { need: secret.need ?? 0, places: list(secret.marked ?? []) };
  if (mission.type === 'BufferZone' || mission.type === 'Encirclement') {
    values.place = names.place(mission.country);
    values.places = list(mission.neighbours);
  } else if (mission.type === 'StraitKeeper') [values.first, values.second] = mission.shores.map(list) as [string, string];
  else if (mission.type === 'Unification') [values.first, values.second] = mission.pieces.map(list) as [string, string];
  else if (mission.type === 'Route') [values.first, values.second] = mission.ends.map(names.place) as [string, string];
  else if (mission.type === 'TwoTheater')
    [values.first, values.second] = mission.continents.map((name) => locale.any(`theatre.${name.replaceAll(' ', '_')}`, {}, name)) as [string, string];
  else if (mission.type === 'Nemesis') values.who = names.seat(mission.rival);
  return locale.any(`secret.what.${mission.type}`, values, secretName(mission));
}

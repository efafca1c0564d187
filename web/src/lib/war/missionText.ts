/** A public mission in words, with its exact targets. */
import { compact } from '../i18n/figures.ts';
import { locale } from '../i18n/i18n.svelte.ts';
import type { Values } from '../i18n/format.ts';
import type { PublicMission } from './types.ts';

export const missionName = (name: string): string => locale.any(`mission.${name}`, {}, name);

const continent = (name: string): string => locale.any(`theatre.${name.replaceAll(' ', '_')}`, {}, name);

/** Missions that say the same of other countries. */
const SAME: Record<string, string> = { StrategicPositions: 'marked', GreatPowers: 'marked', SevenWonders: 'marked' };
/** Sums too long to be read in full. */
const LARGE = new Set(['TwoBillion', 'GreatExpanse']);

export function missionText(mission: PublicMission, placeName: (id: string) => string): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(mission)) {
    if (Array.isArray(value)) values[name] = locale.list(value.map((one) => (name === 'continents' ? continent(String(one)) : placeName(String(one)))));
    else if (typeof value === 'number') values[name] = LARGE.has(mission.type) ? compact(value) : value;
  }
  const all = 'won' in mission && 'need' in mission && mission.won === mission.need ? '_all' : '';
  return locale.any(`mission_text.${SAME[mission.type] ? `${SAME[mission.type]}${all}` : mission.type}`, values, '');
}

/** A province in one sentence, for those who hear the map rather than see it. */
import { t } from '../../lib/i18n/i18n.svelte.ts';
import { percent } from '../../lib/i18n/figures.ts';
import type { Table } from './table.svelte.ts';

export function describe(table: Table, id: string): string {
  const { owner, units = 0 } = table.shown?.provinces[id] ?? {};
  const values = { place: table.placeName(id), n: units + (table.placed[id] ?? 0), who: table.who(owner) };
  const what = owner === table.me && table.me !== undefined ? t('prov.say_own', values) : t('prov.say_other', values);
  if (!table.lit.has(id)) return what;
  const chance = table.phase === 'attack' && table.origin ? table.chance(table.origin, id) : undefined;
  if (chance !== undefined) return t('prov.say_target', { what, chance: percent(chance) });
  return t(table.phase === 'reinforce' ? 'prov.say_put' : table.origin ? 'prov.say_to' : 'prov.say_from', { what });
}

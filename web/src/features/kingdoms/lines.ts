/** Lines of the log in words; empty for what needs none. */
import type { LogLine } from '../../lib/api/types.ts';
import type { Values } from '../../lib/i18n/format.ts';
import { locale, t } from '../../lib/i18n/i18n.svelte.ts';
import type { Realm } from './realm.svelte.ts';

const SEATS = new Set(['seat', 'attacker', 'defender', 'winner', 'by', 'other', 'host']);
const PLACES = new Set(['province', 'origin', 'target']);

export function lineText(realm: Realm, line: LogLine): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(line.parameters ?? {})) {
    if (SEATS.has(name) && typeof value === 'number') values[name] = realm.who(value);
    else if (PLACES.has(name) && typeof value === 'string') values[name] = realm.placeName(value);
    else if (name === 'kind' && typeof value === 'string') values.kind = locale.any(`king.step_${value}`);
    else if (name === 'placed') values.placed = locale.list(Object.entries(value as Record<string, number>).map(([id, n]) => t('king.line_put', { place: realm.placeName(id), n })));
    else if ((name === 'winners' || name === 'order') && Array.isArray(value)) values[name] = locale.list(value.map((seat) => realm.who(Number(seat))));
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
  }
  return locale.any(`log.${line.key.replace(/^log\./u, '')}`, values, '');
}

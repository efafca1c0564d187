/** Lines of the log of the provinces in words; empty for what needs none. */
import { locale, t } from '../../lib/i18n/i18n.svelte.ts';
import type { Values } from '../../lib/i18n/format.ts';
import type { LogLine } from '../../lib/api/types.ts';
import type { Table } from './table.svelte.ts';

const SEATS = new Set(['seat', 'defender', 'winner']);
const PLACES = new Set(['origin', 'target']);

export function lineText(table: Table, line: LogLine): string {
  // Said better by the game's own line: nobody plays on for who left.
  if (line.key === 'kernel.seat_left') return '';
  const values: Values = {};
  const given = line.parameters ?? {};
  for (const [name, value] of Object.entries(given)) {
    if (SEATS.has(name) && typeof value === 'number') values[name] = table.who(value);
    else if (PLACES.has(name) && typeof value === 'string') values[name] = table.placeName(value);
    else if (name === 'placed') values.placed = placed(table, value as Record<string, number>);
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
  }
  if (line.key.endsWith('.attacked')) {
    values.how = given.taken ? 'taken' : 'held';
    values.defender ??= t('prov.neutral');
  }
  if (line.key.endsWith('.game_ended')) values.won = given.winner === undefined ? 'no' : 'yes';
  return locale.any(`log.${line.key.replace(/^log\./u, '')}`, values, '');
}

const placed = (table: Table, units: Record<string, number>): string =>
  locale.list(Object.entries(units).map(([id, n]) => t('prov.put_here', { place: table.placeName(id), n })));

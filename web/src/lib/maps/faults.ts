/** What is wrong with a map file, in the reader's words. */
import type { MapFault, Problem } from '../api/types.ts';
import type { Values } from '../i18n/format.ts';
import { locale, n, t } from '../i18n/i18n.svelte.ts';

/** As the server has it (docs/maps.md). */
export const MOST_BYTES = 2_000_000;

export function faultText({ code, detail, sentence }: MapFault): string {
  const values: Values = {};
  for (const [key, value] of Object.entries(detail)) if (typeof value === 'number' || typeof value === 'string') values[key] = value;
  if (typeof detail.why === 'string') values.reason = locale.any(`map_reason.${detail.why}`, values, String(detail.reason ?? ''));
  return locale.any(`map_fault.${code}`, values, sentence);
}

/** Every fault of a refused file in a sentence; empty if it was refused for something else. */
export function faultTexts({ code, detail }: Problem): string[] {
  if (code !== 'bad_map' || !Array.isArray(detail?.faults)) return [];
  const told = (detail.faults as MapFault[]).map(faultText);
  const more = Number(detail.more ?? 0);
  return more > 0 ? [...told, t('maps.more', { n: n(more) })] : told;
}

/** A room's options in a line of words. Rooms of other rulesets may lack any of them. */
import { locale, t } from '../../lib/i18n/i18n.svelte.ts';

type Options = Record<string, unknown>;

export function paceText(options: Options): string {
  if (typeof options.step_days === 'number') return options.pace === 'live' ? t('pace.steps_live', { n: Number(options.step_minutes ?? 10) }) : t('pace.steps_days', { n: options.step_days });
  if (options.pace === 'live') return t('pace.live_line', { initial: Number(options.initial_min ?? 10), increment: Number(options.increment_s ?? 5) });
  if (options.pace === 'correspondence') return t('pace.correspondence_line', { n: Number(options.days_a_move ?? 2) });
  if (typeof options.turn_s === 'number') return t('pace.turns', { n: options.turn_s });
  return '';
}

export function settingText(options: Options): string {
  if (typeof options.assault === 'string') return locale.any(`option.assault_${options.assault}`, {}, options.assault);
  if (typeof options.battles === 'string') return t('option.battles_line', { how: locale.any(`option.battles_${options.battles}`, {}, options.battles).toLocaleLowerCase(locale.tag) });
  const theatre = Array.isArray(options.theatre) ? (options.theatre as string[]) : [];
  const where = theatre.length === 0 ? t('theatre.world') : locale.list(theatre.map((each) => locale.any(`theatre.${each.replaceAll(' ', '_')}`, {}, each)));
  const draft = typeof options.draft === 'string' ? locale.any(`option.draft_${options.draft}`, {}, options.draft).toLocaleLowerCase(locale.tag) : '';
  return [where, draft].filter(Boolean).join(t('app.comma'));
}

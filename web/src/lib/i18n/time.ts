/** Times and durations in words: "3 h", "21:40", "tomorrow 18:40". All values are milliseconds. */
import { locale } from './i18n.svelte.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "2 days", "21 h", "12 min", "40 s": one unit, rounded down so that nobody is promised too much. */
export function span(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= 2 * DAY) return locale.t('time.days', { n: Math.floor(left / DAY) });
  if (left >= HOUR) return locale.t('time.hours', { n: Math.floor(left / HOUR) });
  if (left >= MINUTE) return locale.t('time.minutes', { n: Math.floor(left / MINUTE) });
  return locale.t('time.seconds', { n: Math.floor(left / 1000) });
}

/** The clock time in the viewer's zone, with the day where it isn't today. */
export function moment(at: number, now: number): string {
  const date = new Date(at);
  const clock = new Intl.DateTimeFormat(locale.tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY);
  if (days === 0) return clock;
  if (days === 1) return locale.t('time.tomorrow', { clock });
  if (days === -1) return locale.t('time.yesterday', { clock });
  const style: Intl.DateTimeFormatOptions = Math.abs(days) < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'short' };
  return locale.t('time.day', { day: new Intl.DateTimeFormat(locale.tag, style).format(date), clock });
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** "in 3 h (21:40)". */
export function until(at: number, now: number): string {
  return locale.t('time.until', { span: span(at - now), moment: moment(at, now) });
}

/** A length of play: "10 min", "48:00 h". */
export function clockLength(seconds: number): string {
  if (seconds >= 3600) {
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.round((seconds % 3600) / 60);
    return locale.t('time.clockHours', { clock: digits(`${hours}:${String(minutes).padStart(2, '0')}`) });
  }
  const minutes = Math.floor(seconds / 60);
  return digits(`${minutes}:${String(seconds % 60).padStart(2, '0')}`);
}

/** The language's own digits in a text of Latin ones. */
export function digits(text: string): string {
  if (locale.language !== 'fa') return text;
  return text.replace(/\d/gu, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? digit);
}

/** Large figures of countries and empires, short: 1.4 billion, 2.1 M km². */
import { locale, t } from './i18n.svelte.ts';

export const compact = (value: number, most = 2): string => new Intl.NumberFormat(locale.language, { notation: 'compact', maximumFractionDigits: most }).format(value);

/** A chance: whole percents, but neither 0 nor 100 for what may yet turn out otherwise. */
export function percent(chance: number): string {
  const fine = (chance > 0 && chance < 0.01) || (chance > 0.99 && chance < 1);
  return new Intl.NumberFormat(locale.language, { style: 'percent', maximumFractionDigits: fine ? 1 : 0 }).format(chance);
}

/** A title's figure, with its unit. Military might is a share: one country with all the world's arms would have 1. */
export function titleFigure(title: 'population' | 'area' | 'gdp' | 'might', value: number): string {
  if (title === 'might') return new Intl.NumberFormat(locale.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value / 1e9);
  if (title === 'area') return t('figure.km2', { n: compact(value) });
  if (title === 'gdp') return t('figure.usd', { n: compact(value * 1e6) });
  return compact(value);
}

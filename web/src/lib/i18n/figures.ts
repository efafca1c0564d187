/** Large figures of countries and empires, short: 1.4 billion, 2.1 M km². */
import { locale, t } from './i18n.svelte.ts';

export const compact = (value: number, most = 2): string => new Intl.NumberFormat(locale.language, { notation: 'compact', maximumFractionDigits: most }).format(value);

/** A title's figure, with its unit. Military might is a share: one country with all the world's arms would have 1. */
export function titleFigure(title: 'population' | 'area' | 'gdp' | 'might', value: number): string {
  if (title === 'might') return new Intl.NumberFormat(locale.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value / 1e9);
  if (title === 'area') return t('figure.km2', { n: compact(value) });
  if (title === 'gdp') return t('figure.usd', { n: compact(value * 1e6) });
  return compact(value);
}

import en from '../../messages/en.json';
import fa from '../../messages/fa.json';
import { remember, recall } from '../storage.ts';
import { Formatter, type Values } from './format.ts';

export type Language = 'en' | 'fa';
export type MessageKey = keyof typeof en;

const messages: Record<Language, Partial<Record<string, string>>> = { en, fa };

function first(): Language {
  const kept = recall('language') ?? navigator.language.slice(0, 2);
  return kept === 'fa' ? 'fa' : 'en';
}

class Locale {
  language = $state<Language>(first());
  readonly formatter = $derived(new Formatter(this.language));
  readonly rtl = $derived(this.language === 'fa');
  /** The tag for Intl: `fa-IR` brings the Persian calendar. */
  readonly tag = $derived(this.language === 'fa' ? 'fa-IR' : 'en-GB');
  private readonly regions = $derived(new Intl.DisplayNames([this.language], { type: 'region' }));

  choose(language: Language): void {
    this.language = language;
    remember('language', language);
    this.apply();
  }

  apply(): void {
    document.documentElement.lang = this.language;
    document.documentElement.dir = this.rtl ? 'rtl' : 'ltr';
  }

  has(key: string): boolean {
    return messages.en[key] !== undefined;
  }

  /** The text of a key that is only known at run time (problem codes, log lines); the fallback if there is none. */
  any(key: string, values?: Values, fallback = key): string {
    const message = messages[this.language][key] ?? messages.en[key];
    return message === undefined ? fallback : this.formatter.format(message, values);
  }

  t(key: MessageKey, values?: Values): string {
    return this.any(key, values);
  }

  n(value: number): string {
    return this.formatter.number(value);
  }

  /** A country's name in the viewer's language where it isn't English. */
  region(iso2: string | undefined, english: string): string {
    if (this.language === 'en' || !iso2) return english;
    try {
      return this.regions.of(iso2) ?? english;
    } catch {
      return english;
    }
  }

  list(names: string[]): string {
    return new Intl.ListFormat(this.tag, { type: 'conjunction' }).format(names);
  }
}

export const locale = new Locale();
export const t = (key: MessageKey, values?: Values): string => locale.t(key, values);
export const n = (value: number): string => locale.n(value);

/** Terms of peace (rules section 5). */
import type { LogEntry } from '../api/types.ts';
import type { PeaceChoice, PeaceTerms } from './types.ts';

/** Nothing changes hands and nobody pays or promises anything. */
export function isWhite(terms: PeaceTerms): boolean {
  return !terms.from_attacker?.length && !terms.from_defender?.length && !terms.tokens && !terms.accord_rounds;
}

/** How a player's last offer in a war came to nothing (`declined`, `moved`, `lapsed`, `stale`); undefined if it didn't, or stands. */
export function lastOfferEnded(newestFirst: readonly LogEntry[], war: string, by: number | undefined): string | undefined {
  for (const { lines } of newestFirst)
    for (const { key, parameters } of lines.toReversed()) {
      if (parameters?.war !== war || parameters.by !== by) continue;
      if (key.endsWith('.peace_offered') || key.endsWith('.peace_accepted')) return undefined;
      if (key.endsWith('.peace_offer_ended')) return String(parameters.how);
    }
  return undefined;
}

/**
 * The payments in tokens to choose from: above 0 the attacker pays, below it the defender.
 * The server lets terms name more than the other side holds, since they may come to hold it; nobody means to scroll through that.
 */
export function payments(choice: Pick<PeaceChoice, 'tokens_least' | 'tokens_most'>, attacks: boolean, theirs: number): number[] {
  const least = Math.max(choice.tokens_least ?? 0, attacks ? -theirs : -Infinity);
  const most = Math.min(choice.tokens_most ?? 0, attacks ? Infinity : theirs);
  return Array.from({ length: most - least + 1 }, (_, i) => i + least);
}

/** Terms of peace (rules section 5). */
import type { PeaceChoice } from './types.ts';

/**
 * The payments in tokens to choose from: above 0 the attacker pays, below it the defender.
 * The server lets terms name more than the other side holds, since they may come to hold it; nobody means to scroll through that.
 */
export function payments(choice: Pick<PeaceChoice, 'tokens_least' | 'tokens_most'>, attacks: boolean, theirs: number): number[] {
  const least = Math.max(choice.tokens_least ?? 0, attacks ? -theirs : -Infinity);
  const most = Math.min(choice.tokens_most ?? 0, attacks ? Infinity : theirs);
  return Array.from({ length: most - least + 1 }, (_, i) => i + least);
}

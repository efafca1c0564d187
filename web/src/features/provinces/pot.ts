/** What a game for coins is worth to the viewer, read from the lines of their purse. */
import type { PurseLine } from '../../lib/api/types.ts';

export interface Pot {
  entry: number;
  /** What became of it; missing while the game goes on, and for who lost. */
  won?: number;
  back?: number;
}

/** Undefined for a free game, or one that the lines don't reach back to. */
export function potOf(lines: readonly PurseLine[], campaign: string): Pot | undefined {
  const here = lines.filter((line) => line.campaign === campaign);
  const amount = (kind: PurseLine['kind']): number | undefined => here.find((line) => line.kind === kind)?.amount;
  const entry = amount('entry');
  if (entry === undefined) return undefined;
  const [won, back] = [amount('payout'), amount('refund')];
  return { entry: Math.abs(entry), ...(won === undefined ? {} : { won: Math.abs(won) }), ...(back === undefined ? {} : { back: Math.abs(back) }) };
}

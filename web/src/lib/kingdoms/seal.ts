/**
 * Sealed orders (docs/fairness.md, "Sealed orders"): SHA-256 of a nonce and the canonical text, shown before the orders are.
 *
 * Computing it needs `crypto.subtle`, which browsers have over https and on the machine itself only.
 */
import { fromHex, joined, toHex, utf8 } from '../hex.ts';
import { canonical } from './canonical.ts';
import type { RevealedView } from './types.ts';

/** How long requests with orders are, so that their length says nothing; a server takes no longer commands than the last. */
const LENGTHS = [12_288, 16_384];

export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** SHA-256(nonce bytes ‖ UTF-8 text), hex. */
export async function commitmentOf(nonce: string, text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', joined(fromHex(nonce), utf8(text))));
}

/** JSON with spaces behind it, up to the one length; orders on very large maps up to the other. */
export function padded(json: string): string {
  const { length } = utf8(json);
  return json + ' '.repeat(Math.max(0, (LENGTHS.find((each) => each >= length) ?? length) - length));
}

/**
 * `kept`: as it was sealed before anybody could see it, by what this browser saw. `opens`: nonce and orders make the
 * seal that is told now. `none`: nothing was sealed. `wrong`: they don't fit.
 */
export type Verdict = 'kept' | 'opens' | 'none' | 'wrong';

/** @param seen the commitment as it was public while the step was open */
export async function check(revealed: RevealedView, seen: string | undefined): Promise<Verdict> {
  if (revealed.by === 'default' || !revealed.commitment) return seen ? 'wrong' : 'none';
  const made = await commitmentOf(revealed.nonce, canonical(revealed.orders));
  if (made !== revealed.commitment || canonical(revealed.orders) !== revealed.text) return 'wrong';
  return seen === undefined ? 'opens' : seen === made ? 'kept' : 'wrong';
}

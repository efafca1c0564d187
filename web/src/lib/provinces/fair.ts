/**
 * Dice that prove themselves (docs/fairness.md, "Dice"), checked with WebCrypto.
 *
 * All of it needs `crypto.subtle`, which browsers have over https and on the machine itself only.
 */
import { fromHex, joined, toHex, utf8, type Bytes } from '../hex.ts';
import type { ThrowView } from './types.ts';

const PURPOSE = 'dice';
const FACES = 6n;
const SPAN = 1n << 64n;

export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/** A whole number as so many bytes, the highest first. */
function whole(value: number | bigint, length: 4 | 8): Bytes {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, BigInt(value));
  return new Uint8Array(bytes.buffer).slice(8 - length);
}
const prefixed = (part: Bytes): Bytes => joined(whole(part.length, 4), part);

/** What is shown of a key before its throw: SHA-256, hex. */
export async function sealOf(key: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', fromHex(key)));
}

/** The n-th draw of the dice with a key: an integer in [0, bound). */
export async function draw(key: string, campaign: string, salt: string, n: number, bound: bigint): Promise<bigint> {
  const mac = await crypto.subtle.importKey('raw', fromHex(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const head = joined(prefixed(utf8(campaign)), prefixed(fromHex(salt)), prefixed(utf8(PURPOSE)), whole(n, 8));
  const runs = SPAN - (SPAN % bound);
  for (let attempt = 0; ; attempt += 1) {
    const digest = await crypto.subtle.sign('HMAC', mac, joined(head, whole(attempt, 4)));
    const number = new DataView(digest).getBigUint64(0);
    if (number < runs) return number % bound;
  }
}

/** The dice a key makes, the attacker's first. */
export async function diceOf(key: string, campaign: string, salt: string, n: number, number: number): Promise<number[]> {
  let value = await draw(key, campaign, salt, n, FACES ** BigInt(number));
  return Array.from({ length: number }, () => {
    const face = Number(value % FACES) + 1;
    value /= FACES;
    return face;
  });
}

/** The key of a further throw of the same attack. */
export async function keyAfter(key: string): Promise<string> {
  const mac = await crypto.subtle.importKey('raw', fromHex(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', mac, utf8('next')));
}

/** `sealed`: fixed before, and what the key makes. `keyed`: what the key makes, but its seal wasn't seen here. */
export type Verdict = 'sealed' | 'keyed' | 'wrong_seal' | 'wrong_dice';

/**
 * @param seal of the attack's first throw's key, if it was seen before the attack
 * @param before the attack's throw before this one
 */
export async function check(thrown: ThrowView, campaign: string, salt: string, seal: string | undefined, before?: ThrowView): Promise<Verdict> {
  if (before ? (await keyAfter(before.key)) !== thrown.key : seal !== undefined && (await sealOf(thrown.key)) !== seal) return 'wrong_seal';
  const told = [...thrown.attack, ...thrown.defence];
  const dice = await diceOf(thrown.key, campaign, salt, thrown.n, told.length);
  if (dice.some((face, i) => face !== told[i])) return 'wrong_dice';
  return seal === undefined ? 'keyed' : 'sealed';
}
export const isWrong = (verdict: Verdict): boolean => verdict.startsWith('wrong');

import { describe, expect, it } from 'vitest';
import { canonical } from './canonical.ts';
import { check, commitmentOf, padded } from './seal.ts';
import type { RevealedView } from './types.ts';

describe('the canonical text', () => {
  it('has a line an order, the wishes as they are ranked', () => {
    expect(canonical({ kind: 'preference', places: ['tuscany', 'anjou'] })).toBe('prefer tuscany\nprefer anjou\n');
    expect(canonical({ kind: 'preference', places: [] })).toBe('');
  });
  it('has everything else by the ids’ code points', () => {
    expect(canonical({ kind: 'placement', units: { b: 12, a_b: 3, aB: 5 } })).toBe('place aB 5\nplace a_b 3\nplace b 12\n');
    expect(canonical({ kind: 'attacks', attacks: [{ origin: 'd', target: 'e', units: 4 }, { origin: 'a', target: 'z', units: 1 }, { origin: 'a', target: 'c', units: 2 }] }))
      .toBe('attack a -> c 2\nattack a -> z 1\nattack d -> e 4\n');
    expect(canonical({ kind: 'attacks' })).toBe('');
  });
  it('has supply before what is created, and nothing that is none', () => {
    expect(canonical({ kind: 'provision', create: { c: 3, a: 0, b: 1 }, supply: { origin: 'x', target: 'a', units: 2 } })).toBe('supply x -> a 2\ncreate b 1\ncreate c 3\n');
  });
});

const NONCE = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const orders = { kind: 'attacks', attacks: [{ origin: 'anjou', target: 'poitou', units: 4 }] } as const;
const text = 'attack anjou -> poitou 4\n';

describe('a commitment', () => {
  it('is the hash of the nonce’s bytes and the text', async () => {
    expect(await commitmentOf(NONCE, text)).toBe('2c4a799c37f3738fcc50a77be13372fa771184418c6659229d0cf383054c372e');
  });
  it('is checked when the orders are shown', async () => {
    const commitment = await commitmentOf(NONCE, text);
    const revealed: RevealedView = { orders, text, nonce: NONCE, commitment };
    expect(await check(revealed, commitment)).toBe('kept');
    expect(await check(revealed, undefined)).toBe('opens');
    expect(await check(revealed, '00')).toBe('wrong');
    expect(await check({ ...revealed, text: 'attack anjou -> poitou 5\n' }, commitment)).toBe('wrong');
    expect(await check({ ...revealed, orders: { kind: 'attacks' } }, commitment)).toBe('wrong');
  });
  it('is none for orders that nobody handed in, but one that was seen can’t go', async () => {
    const revealed: RevealedView = { orders: { kind: 'attacks' }, text: '', nonce: '', commitment: '', by: 'default' };
    expect(await check(revealed, undefined)).toBe('none');
    expect(await check(revealed, 'ab')).toBe('wrong');
  });
});

describe('a padded request', () => {
  it('is of one length, whatever it says', () => {
    for (const words of ['', 'x'.repeat(4094), 'x'.repeat(12_000), 'ایران'.repeat(900)]) {
      const sent = padded(JSON.stringify(words));
      expect(new TextEncoder().encode(sent).length).toBe(12_288);
      expect(JSON.parse(sent)).toBe(words);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { canonical } from './canonical.ts';
import { commitmentOf } from './seal.ts';
import { Seals } from './seals.svelte.ts';
import type { KingdomsView, Orders, RevealedView } from './types.ts';

const orders: Orders = { kind: 'attacks', attacks: [{ origin: 'a', target: 'b', units: 2 }] };
const other: Orders = { kind: 'attacks', attacks: [{ origin: 'a', target: 'c', units: 2 }] };
const nonce = 'ab'.repeat(32);
const sealed = async (what: Orders): Promise<RevealedView> => ({ orders: what, text: canonical(what), nonce, commitment: await commitmentOf(nonce, canonical(what)) });
const open = (commitment?: string): KingdomsView => ({ campaign: { id: 'c' }, game: { step: { number: 4, kind: 'attacks' }, kingdoms: { 1: commitment ? { commitment } : {} } } }) as unknown as KingdomsView;
const over = (revealed: RevealedView): KingdomsView => ({ campaign: { id: 'c' }, game: { kingdoms: {}, adjudicated: { number: 4, revealed: { 1: revealed } } } }) as unknown as KingdomsView;

async function verdict(...views: [KingdomsView, whole?: boolean][]): Promise<string | undefined> {
  const seals = new Seals(String(Math.random()));
  for (const [view, whole = false] of views) seals.look(view, whole);
  await new Promise((done) => setTimeout(done, 20));
  return seals.of(4, 1);
}

describe('seals of others', () => {
  it('are kept while a step is open, and held against what is shown', async () => {
    const revealed = await sealed(orders);
    expect(await verdict([open(revealed.commitment)], [over(revealed)])).toBe('kept');
    expect(await verdict([over(revealed), true])).toBe('opens');
    expect(await verdict([open((await sealed(other)).commitment)], [over(revealed)])).toBe('wrong');
  });
  it('may change until then, and go if a correction dropped the orders', async () => {
    const [first, last] = [await sealed(other), await sealed(orders)];
    expect(await verdict([open(first.commitment)], [open(last.commitment)], [over(last)])).toBe('kept');
    const nothing: RevealedView = { orders: { kind: 'attacks' }, text: '', nonce: '', commitment: '', by: 'default' };
    expect(await verdict([open(first.commitment)], [open()], [over(nothing)])).toBe('none');
    expect(await verdict([open(first.commitment)], [over(nothing)])).toBe('wrong');
  });
  it('prove nothing of what may have been changed unseen', async () => {
    const [first, last] = [await sealed(other), await sealed(orders)];
    expect(await verdict([open(first.commitment)], [over(last), true])).toBe('opens');
    expect(await verdict([open(first.commitment)], [over({ ...last, by: 'bot' })])).toBe('opens');
  });
});

describe('one’s own seal', () => {
  const mine = (commitment: string, what: Orders): KingdomsView => ({ ...open(commitment), you: { seat: 1 }, mine: { step: 4, orders: what, text: canonical(what), nonce } }) as unknown as KingdomsView;
  it('is made again from one’s orders', async () => {
    const { commitment } = await sealed(orders);
    for (const [what, right] of [[orders, true], [other, false]] as const) {
      const seals = new Seals('own');
      seals.look(mine(commitment, what), false);
      await new Promise((done) => setTimeout(done, 20));
      expect(seals.own).toBe(right);
    }
  });
});

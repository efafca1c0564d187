import { describe, expect, it } from 'vitest';
import { Drafts, type Storage } from './drafts.ts';
import type { Orders } from './types.ts';

function memory(): Storage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, recall: (name) => kept.get(name), remember: (name, value) => void (value === undefined ? kept.delete(name) : kept.set(name, value)) };
}
const orders: Orders = { kind: 'attacks', attacks: [{ origin: 'a', target: 'b', units: 2 }] };

describe('drafts', () => {
  it('are there again after a reload, for their step only', () => {
    const storage = memory();
    new Drafts('c', 1, storage).keep(4, { orders });
    const later = new Drafts('c', 1, storage);
    expect(later.of(4, 'attacks')).toEqual(orders);
    expect([later.of(5, 'provision'), later.of(6, 'attacks'), later.of(4, 'provision')]).toEqual([undefined, undefined, undefined]);
  });
  it('are a seat’s own, one at a time, and go when they are sent', () => {
    const storage = memory();
    const mine = new Drafts('c', 1, storage);
    mine.keep(4, { orders });
    mine.keep(5, { orders: { kind: 'provision', create: { a: 3 } } });
    expect([storage.kept.size, new Drafts('c', 2, storage).of(5, 'provision')]).toEqual([1, undefined]);
    mine.drop();
    expect(storage.kept.size).toBe(0);
  });
  it('keep what is written beside what is on the map', () => {
    const mine = new Drafts('c', 1, memory());
    mine.keep(4, { orders });
    mine.keep(4, { text: 'attack a' });
    expect([mine.of(4, 'attacks'), mine.textOf(4), mine.textOf(5)]).toEqual([orders, 'attack a', undefined]);
  });
  it('that can’t be read are none', () => {
    const storage = memory();
    storage.remember('orders.c.1', '{');
    expect(new Drafts('c', 1, storage).of(4, 'attacks')).toBeUndefined();
  });
});

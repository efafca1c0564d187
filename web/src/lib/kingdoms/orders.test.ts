import { describe, expect, it } from 'vitest';
import { complete, example, left, leaving, mostFrom, moved, put, toggled, total, withAttack } from './orders.ts';
import type { Ordering, Orders } from './types.ts';

const attacking: Ordering = { step: 4, kind: 'attacks', attacks: { a: { most: 7, targets: ['b', 'c'] }, d: { most: 1, targets: ['b'] } } };
const attacks = (...of: [string, string, number][]): Orders => ({ kind: 'attacks', attacks: of.map(([origin, target, units]) => ({ origin, target, units })) });

describe('a list of preference', () => {
  it('grows and shrinks by pressing', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
  });
  it('is put in order by moving one', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 7, 0)).toEqual(['a', 'b', 'c']);
  });
});

describe('units put down', () => {
  const ordering: Ordering = { step: 2, kind: 'placement', places: ['a', 'b'], total: 20 };
  it('are counted, and none of them leaves no trace', () => {
    expect(put({ a: 3 }, 'a', 0)).toEqual({});
    expect(put({ a: 3 }, 'b', 2)).toEqual({ a: 3, b: 2 });
    expect(total({ a: 3, b: 2 })).toBe(5);
  });
  it('must be exactly so many', () => {
    const placed = (n: number): Orders => ({ kind: 'placement', units: { a: n } });
    expect([left(placed(17), ordering), left(placed(21), ordering)]).toEqual([3, -1]);
    expect([complete(placed(19), ordering), complete(placed(20), ordering), complete(placed(21), ordering)]).toEqual([false, true, false]);
  });
});

describe('attacks', () => {
  it('may leave one province for several, as long as the units suffice', () => {
    const orders = attacks(['a', 'b', 4]);
    expect(mostFrom(orders, attacking, 'a', 'c')).toBe(3);
    expect(mostFrom(orders, attacking, 'a', 'b')).toBe(7);
    expect(leaving(attacks(['a', 'b', 4], ['a', 'c', 3]), 'a')).toBe(7);
    expect(complete(attacks(['a', 'b', 4], ['a', 'c', 3]), attacking)).toBe(true);
    expect(complete(attacks(['a', 'b', 4], ['a', 'c', 4]), attacking)).toBe(false);
  });
  it('come to a province from one province only', () => {
    expect(withAttack([{ origin: 'a', target: 'b', units: 4 }], { origin: 'd', target: 'b', units: 1 })).toEqual([{ origin: 'd', target: 'b', units: 1 }]);
    expect(withAttack([{ origin: 'a', target: 'b', units: 4 }], { origin: 'a', target: 'b', units: 0 })).toEqual([]);
  });
  it('may be none, and go nowhere but to a neighbour', () => {
    expect(complete(attacks(), attacking)).toBe(true);
    expect(complete(attacks(['d', 'c', 1]), attacking)).toBe(false);
    expect(complete({ kind: 'placement', units: {} }, attacking)).toBe(false);
  });
});

describe('supply and creation', () => {
  const ordering: Ordering = { step: 3, kind: 'provision', places: ['a', 'b'], total: 3, supply: { a: { most: 5, targets: ['b'] } } };
  it('need the exact total of new units, and a way for the supply', () => {
    const orders = (units: number, target: string): Orders => ({ kind: 'provision', supply: { origin: 'a', target, units }, create: { a: 3 } });
    expect(complete(orders(5, 'b'), ordering)).toBe(true);
    expect(complete(orders(6, 'b'), ordering)).toBe(false);
    expect(complete(orders(1, 'c'), ordering)).toBe(false);
    expect(complete({ kind: 'provision', create: { a: 2 } }, ordering)).toBe(false);
    expect(leaving(orders(5, 'b'), 'a')).toBe(5);
  });
});

describe('an example', () => {
  const steps: Ordering[] = [
    { step: 1, kind: 'preference', places: ['a', 'b', 'c'] },
    { step: 2, kind: 'placement', places: ['a', 'b'], total: 20 },
    { step: 2, kind: 'placement', places: ['a'], total: 20 },
    { step: 3, kind: 'provision', places: ['a', 'b'], total: 4, supply: { b: { most: 2, targets: ['a'] } } },
    { step: 3, kind: 'provision', places: ['a'], total: 3 },
    { step: 4, kind: 'attacks' },
    attacking,
  ];
  it.each(steps)('is what the step takes: $kind', (ordering) => {
    expect(complete(example(ordering), ordering)).toBe(true);
  });
  it('names provinces of this map', () => {
    expect(example(attacking)).toEqual(attacks(['a', 'b', 7]));
    expect(example(steps[3]!)).toEqual({ kind: 'provision', supply: { origin: 'b', target: 'a', units: 2 }, create: { a: 3, b: 1 } });
  });
});

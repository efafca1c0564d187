/** Orders as text in their one canonical form: the bytes that are sealed, and what everybody reads. */
import type { Orders, Split } from './types.ts';

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const split = (verb: string, units: Split | undefined): string[] =>
  Object.entries(units ?? {}).filter(([, n]) => n > 0).sort(([a], [b]) => byCode(a, b)).map(([id, n]) => `${verb} ${id} ${n}`);

function lines(orders: Orders): string[] {
  if (orders.kind === 'preference') return orders.places.map((id) => `prefer ${id}`);
  if (orders.kind === 'placement') return split('place', orders.units);
  if (orders.kind === 'attacks')
    return [...(orders.attacks ?? [])]
      .sort((a, b) => byCode(a.origin, b.origin) || byCode(a.target, b.target))
      .map(({ origin, target, units }) => `attack ${origin} -> ${target} ${units}`);
  const { supply } = orders;
  return [...(supply ? [`supply ${supply.origin} -> ${supply.target} ${supply.units}`] : []), ...split('create', orders.create)];
}

/** One line an order, each with its line end; empty for no orders at all. */
export const canonical = (orders: Orders): string => lines(orders).map((line) => `${line}\n`).join('');

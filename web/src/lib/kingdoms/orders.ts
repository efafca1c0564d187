/** Orders while they are being made: every change gives new ones, and what is missing until they may be sent. */
import type { AttackOrder, Ordering, Orders, Split, StepKind } from './types.ts';

export function none(kind: StepKind): Orders {
  if (kind === 'preference') return { kind, places: [] };
  if (kind === 'placement') return { kind, units: {} };
  if (kind === 'provision') return { kind, create: {} };
  return { kind, attacks: [] };
}

export const total = (split: Split | undefined): number => Object.values(split ?? {}).reduce((sum, units) => sum + units, 0);

/** So many units there, at least none. */
export function put(split: Split, id: string, units: number): Split {
  const { [id]: _, ...rest } = split;
  return units > 0 ? { ...rest, [id]: units } : rest;
}

/** The list with a province at its end, or without one that was on it. */
export const toggled = (places: readonly string[], id: string): string[] =>
  places.includes(id) ? places.filter((each) => each !== id) : [...places, id];

/** The list with what was at one position at another; both are counted from 0 and kept within it. */
export function moved(places: readonly string[], from: number, to: number): string[] {
  const rest = [...places];
  const [one] = rest.splice(from, 1);
  if (one !== undefined) rest.splice(Math.max(0, Math.min(rest.length, to)), 0, one);
  return rest;
}

/** What is put down: placed or created. */
export const splitOf = (orders: Orders): Split => (orders.kind === 'placement' ? orders.units : orders.kind === 'provision' ? (orders.create ?? {}) : {});

export const attacksOf = (orders: Orders): readonly AttackOrder[] => (orders.kind === 'attacks' ? (orders.attacks ?? []) : []);

/** With this attack in place of the player's other one on the same province; without it if no units go. */
export function withAttack(attacks: readonly AttackOrder[], attack: AttackOrder): AttackOrder[] {
  const others = attacks.filter(({ target }) => target !== attack.target);
  return attack.units > 0 ? [...others, attack] : others;
}

/** Units that leave a province by these orders. */
export function leaving(orders: Orders, origin: string): number {
  if (orders.kind === 'provision') return orders.supply?.origin === origin ? orders.supply.units : 0;
  return attacksOf(orders).reduce((sum, attack) => sum + (attack.origin === origin ? attack.units : 0), 0);
}

/** Units that may go from here to there: one stays, and those of the other attacks from here are taken. */
export function mostFrom(orders: Orders, ordering: Ordering, origin: string, target: string): number {
  if (ordering.kind === 'provision') return ordering.supply?.[origin]?.most ?? 0;
  const most = ordering.attacks?.[origin]?.most ?? 0;
  return most - attacksOf(orders).reduce((sum, each) => sum + (each.origin === origin && each.target !== target ? each.units : 0), 0);
}

/** Where to, by origin, in a step that goes from one province to another. */
export const waysFrom = (ordering: Ordering | undefined, origin: string): readonly string[] =>
  (ordering?.kind === 'provision' ? ordering.supply : ordering?.attacks)?.[origin]?.targets ?? [];

/** Units that are still to be put down; below 0 if there are too many. */
export const left = (orders: Orders, ordering: Ordering): number =>
  orders.kind === 'placement' || orders.kind === 'provision' ? (ordering.total ?? 0) - total(splitOf(orders)) : 0;

/** Whether the server would take them, as far as it can be told here. */
export function complete(orders: Orders, ordering: Ordering): boolean {
  if (orders.kind !== ordering.kind || left(orders, ordering) !== 0) return false;
  const ways = orders.kind === 'provision' ? (orders.supply ? [orders.supply] : []) : attacksOf(orders);
  return ways.every(({ origin, target, units }) => units >= 1 && units <= mostFrom(orders, ordering, origin, target) && waysFrom(ordering, origin).includes(target));
}

/** Orders that the step would take, to show how orders are written. */
export function example(ordering: Ordering): Orders {
  const { kind, places = [], total: units = 0 } = ordering;
  if (kind === 'preference') return { kind, places: places.slice(0, 2) };
  const [from, way] = Object.entries((kind === 'provision' ? ordering.supply : ordering.attacks) ?? {})[0] ?? [];
  const move = from !== undefined && way?.targets[0] !== undefined ? { origin: from, target: way.targets[0], units: way.most } : undefined;
  if (kind === 'attacks') return { kind, attacks: move ? [move] : [] };
  const few = places.length > 1 ? Math.floor(units / 3) : 0;
  const down = put(put({}, places[0] ?? '', units - few), places[1] ?? '', few);
  return kind === 'placement' ? { kind, units: down } : { kind, create: down, ...(move ? { supply: move } : {}) };
}

/** Orders, battles and refusals in words. */
import { locale, t } from '../../lib/i18n/i18n.svelte.ts';
import type { Values } from '../../lib/i18n/format.ts';
import { attacksOf, splitOf } from '../../lib/kingdoms/orders.ts';
import type { AttackView, Orders, ProvinceView, Split } from '../../lib/kingdoms/types.ts';
import { whoIs, type People } from '../shell/people.ts';
import type { Realm } from './realm.svelte.ts';

export type Names = Pick<Realm, 'placeName'>;

/**
 * A line an order; none at all is a line, too.
 *
 * @param put what was placed or created, where that is known: the rules fill up what is missing
 */
export function orderLines(names: Names, orders: Orders, put: Split = splitOf(orders)): string[] {
  const way = (key: 'king.line_supply' | 'king.line_attack', { origin, target, units }: { origin: string; target: string; units: number }): string =>
    t(key, { from: names.placeName(origin), to: names.placeName(target), n: units });
  const split = Object.entries(put).map(([id, n]) => t('king.line_put', { place: names.placeName(id), n }));
  if (orders.kind === 'preference') return orders.places.length > 0 ? [orders.places.map((id) => names.placeName(id)).join(t('app.comma'))] : [t('king.line_no_wishes')];
  if (orders.kind === 'attacks') return attacksOf(orders).length > 0 ? attacksOf(orders).map((attack) => way('king.line_attack', attack)) : [t('king.line_no_attacks')];
  return [...(orders.kind === 'provision' && orders.supply ? [way('king.line_supply', orders.supply)] : []), ...(split.length > 0 ? [locale.list(split)] : [])];
}

/** An attack, and why it was cancelled if it was. */
export function attackLine(people: People, names: Names, { origin, target, units, cancelled, by }: AttackView): string {
  const values = { from: names.placeName(origin), to: names.placeName(target), n: units, who: by === undefined ? '' : whoIs(people, by) };
  return t(cancelled === 'smaller' ? 'king.line_smaller' : cancelled === 'drawn' ? 'king.line_drawn' : 'king.line_attack', values);
}

/** Why one order or line isn't possible. */
export function reasonText(names: Names, found: Record<string, unknown>): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(found)) {
    if (typeof value === 'number') values[name] = value;
    else if (name === 'places' && Array.isArray(value)) values.places = locale.list(value.map((id) => names.placeName(String(id))));
    else if (name === 'takes') values.takes = locale.any(`king.step_${String(value)}`);
    else if (typeof value === 'string') values[name] = value;
  }
  return locale.any(`bad_order.${String(found.reason)}`, values, String(found.reason));
}

/** A province in one sentence, for those who hear the map rather than see it. */
export function describe(realm: Realm, id: string): string {
  const { owner, units = 0 } = realm.shown[id] ?? {};
  const values = { place: realm.placeName(id), n: units, who: realm.who(owner), unity: realm.unityAround(id) };
  const rank = realm.orders.kind === 'preference' && realm.ordering && !realm.past.history ? realm.orders.places.indexOf(id) + 1 : 0;
  if (rank > 0) return t('king.say_ranked', { ...values, rank });
  if (owner === undefined) return t('king.say_free', values);
  const what = t(realm.me !== undefined && owner === realm.me ? 'king.say_own' : 'king.say_other', values);
  if (!realm.lit.has(id)) return what;
  return t(realm.origin !== undefined ? 'prov.say_to' : realm.ordering?.kind === 'attacks' || realm.part === 'supply' ? 'prov.say_from' : 'prov.say_put', { what });
}

export const ownedBy = (provinces: Readonly<Record<string, ProvinceView>>, seat: number): string[] => Object.keys(provinces).filter((id) => provinces[id]?.owner === seat);

/** The campaign as the map shows it: now with the viewer's own orders, or the last adjudicated step. */
import { attacksOf, leaving, splitOf } from '../../lib/kingdoms/orders.ts';
import type { AdjudicatedView, BattleView, ProvinceView, PublicView } from '../../lib/kingdoms/types.ts';
import type { Area, Course, Fight, ProvincesScene } from '../../lib/map/provinces/scene.ts';
import type { Realm } from './realm.svelte.ts';

type Provinces = Readonly<Record<string, ProvinceView>>;
const NONE: ReadonlyMap<string, number> = new Map();

export const areasOf = (named: Pick<Realm, 'unities' | 'unityName'>): Area[] => named.unities.map(({ key, places }) => ({ key, places, name: named.unityName(key) }));

/** A map on which nothing is chosen. */
export function still(provinces: Provinces, areas: readonly Area[], courses: readonly Course[] = [], fights: Iterable<BattleView> = []): ProvincesScene {
  return {
    owner: new Map(Object.entries(provinces).flatMap(([id, { owner }]) => (owner === undefined ? [] : [[id, owner] as const]))),
    units: new Map(Object.entries(provinces).map(([id, { units }]) => [id, units])),
    fresh: NONE, choosing: false, lit: new Set(), courses, areas, fights: fightsOf(fights),
  };
}

/** Who attacks where, while it isn't settled. */
export function fightsOf(battles: Iterable<BattleView>): Map<string, Fight> {
  return new Map([...battles].filter(({ status }) => status !== 'settled').map(({ province, attacker, attacker_units }) => [province, { seat: attacker, units: attacker_units }]));
}

/** Supplies and attacks of an adjudicated step. */
export function coursesOf({ number, supplies = [], attacks = [] }: AdjudicatedView): Course[] {
  return [
    ...supplies.map(({ seat, origin, target, units }): Course => ({ key: `${number}s${origin}${target}`, from: origin, to: target, seat, planned: false, units })),
    ...attacks.map(({ seat, origin, target, units, cancelled }): Course => ({ key: `${number}a${origin}${target}`, from: origin, to: target, seat, planned: false, units, void: cancelled !== undefined })),
  ];
}

/** What led to battles, whose units stand on their provinces. */
function leading(last: AdjudicatedView, fights: readonly BattleView[]): Course[] {
  return coursesOf(last).map((course) => (fights.some(({ province }) => province === course.to) && !course.void ? { ...course, units: 0 } : course));
}

/** A moment of the past. Orders are drawn where they were adjudicated, and while their battles lasted. */
function then({ provinces, battles, step, adjudicated }: PublicView, areas: readonly Area[], patch: unknown): ProvincesScene {
  const fights = Object.values(battles ?? {});
  const anew = 'adjudicated' in ((patch as { game?: object } | undefined)?.game ?? {});
  return still(provinces, areas, adjudicated && (anew || !step) ? leading(adjudicated, fights) : [], fights);
}

export function sceneOf(realm: Realm): ProvincesScene {
  const { game, look, me, areas, past } = realm;
  const last = game?.adjudicated;
  const selected = realm.origin ?? realm.looked;
  const mine = me === undefined ? {} : { me };
  if (past.view) return { ...then(past.view.game, areas, past.history?.step?.patch), ...mine };
  if (look !== 'now' && last) {
    const fights = look === 'after' ? Object.values(game?.battles ?? {}) : [];
    return { ...still(realm.shown, areas, leading(last, fights), fights), ...mine, ...(realm.looked === undefined ? {} : { selected: realm.looked }) };
  }
  const plain = still(realm.shown, areas, [], Object.values(game?.battles ?? {}));
  const { orders, ordering } = realm;
  if (!ordering) return { ...plain, ...mine, ...(selected === undefined ? {} : { selected }) };
  const fresh = new Map(Object.entries(splitOf(orders)));
  return {
    ...plain, ...mine, fresh,
    units: new Map([...plain.units].map(([id, units]) => [id, units + (fresh.get(id) ?? 0) - leaving(orders, id) + arriving(realm, id)])),
    choosing: ordering.kind !== 'preference' && realm.lit.size > 0,
    lit: realm.lit,
    courses: planned(realm, me ?? 0),
    ...(ordering.kind === 'preference' ? { ranks: new Map((orders.kind === 'preference' ? orders.places : []).map((id, i) => [id, i + 1])), lit: new Set<string>() } : {}),
    ...(selected === undefined ? {} : { selected }),
    ...(realm.target === undefined ? {} : { target: realm.target }),
  };
}

const arriving = ({ orders }: Realm, id: string): number => (orders.kind === 'provision' && orders.supply?.target === id ? orders.supply.units : 0);

function planned({ orders }: Realm, seat: number): Course[] {
  const all = orders.kind === 'provision' ? (orders.supply ? [orders.supply] : []) : attacksOf(orders);
  return all.map(({ origin, target, units }) => ({ key: `p${origin}${target}`, from: origin, to: target, seat, planned: true, units }));
}

/** The campaign's state as a scene of the map. */
import type { Arrow, Scene } from '../../lib/map/scene.ts';
import type { Desk } from './desk.svelte.ts';

export function campaignScene(desk: Desk): Scene {
  const { game, me, plan } = desk;
  const countries = Object.entries(game?.countries ?? {});
  const round = game?.round ?? 0;
  const where = (test: (country: NonNullable<NonNullable<typeof game>['countries']>[string]) => boolean): Set<string> =>
    new Set(countries.filter(([, country]) => test(country)).map(([id]) => id));
  const theatre = new Set(game?.theatre ?? []);
  const lit = litPlaces(desk);
  const owner = new Map(countries.flatMap(([id, country]) => (country.owner === undefined ? [] : [[id, country.owner] as const])));
  return {
    owner,
    ...(me === undefined ? {} : { me }),
    choosing: lit.size > 0 || plan !== undefined,
    lit,
    stake: new Set(plan ? plan.stake : []),
    ...(desk.selected === undefined ? {} : { selected: desk.selected }),
    fortified: where((country) => (country.fortified_until ?? 0) > round),
    newlyWon: where((country) => (country.newly_won_until ?? 0) > round),
    tiedUp: where((country) => country.war !== undefined),
    outOfPlay: new Set([...desk.world.shapes.keys()].filter((id) => !theatre.has(id))),
    arrows: arrows(desk),
    empires: Object.entries(game?.seats ?? {})
      .filter(([, seat]) => (seat.countries ?? 0) > 0)
      .map(([seat]) => ({ seat: Number(seat), name: desk.seatName(Number(seat)) })),
  };
}

function litPlaces(desk: Desk): Set<string> {
  const { game, plan, choice, actions } = desk;
  if (choice) return new Set(choice);
  if (game?.phase === 'draft') return new Set(actions.PickCountry?.countries ?? []);
  if (plan || desk.war) return new Set();
  return desk.lights ? new Set(Object.keys(actions.DeclareWar?.targets ?? {})) : new Set();
}

function arrows(desk: Desk): Arrow[] {
  const declared: Arrow[] = desk.underway.map(([id, war]) => ({ key: id, from: war.origin, to: war.target, seat: war.attacker, label: desk.placeName(war.target) }));
  const { plan, me } = desk;
  if (!plan || me === undefined) return declared;
  return [...declared, { key: 'plan', from: plan.origin, to: plan.target, seat: me, proposed: true }];
}

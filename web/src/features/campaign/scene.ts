/** The campaign's state, now or at a moment of its past, as a scene of the map. */
import { NONE, type Arrow, type Scene } from '../../lib/map/scene.ts';
import type { Desk } from './desk.svelte.ts';

/** The owners last shown: most steps move none, and then nothing is outlined anew. */
let known: ReadonlyMap<string, number> = new Map();

function steady(owner: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const same = owner.size === known.size && [...owner].every(([id, seat]) => known.get(id) === seat);
  if (!same) known = owner;
  return known;
}

export function campaignScene(desk: Desk): Scene {
  const { shown: game, me, plan } = desk;
  const selected = desk.war === undefined ? desk.selected : desk.warById(desk.war)?.target;
  const countries = Object.entries(game?.countries ?? {});
  const round = game?.round ?? 0;
  const where = (test: (country: NonNullable<NonNullable<typeof game>['countries']>[string]) => boolean): Set<string> =>
    new Set(countries.filter(([, country]) => test(country)).map(([id]) => id));
  const theatre = new Set(game?.theatre ?? []);
  const lit = litPlaces(desk);
  const owner = new Map(countries.flatMap(([id, country]) => (country.owner === undefined ? [] : [[id, country.owner] as const])));
  return {
    owner: steady(owner),
    ...(me === undefined ? {} : { me }),
    still: desk.history !== undefined,
    choosing: lit.size > 0 || plan !== undefined,
    lit,
    stake: plan ? new Set(plan.stake) : NONE,
    ...(selected === undefined ? {} : { selected }),
    fortified: where((country) => (country.fortified_until ?? 0) > round),
    newlyWon: where((country) => (country.newly_won_until ?? 0) > round),
    tiedUp: where((country) => country.war !== undefined),
    outOfPlay: new Set([...desk.world.shapes.keys()].filter((id) => !theatre.has(id))),
    marks: shownMarks(desk),
    arrows: arrows(desk),
    empires: Object.entries(game?.seats ?? {})
      .filter(([, seat]) => (seat.countries ?? 0) > 0)
      .map(([seat]) => ({ seat: Number(seat), name: desk.seatName(Number(seat)) })),
  };
}

function litPlaces(desk: Desk): ReadonlySet<string> {
  const { game, plan, choice, actions } = desk;
  if (desk.history) return NONE;
  if (choice) return choice;
  if (desk.mission) return new Set([...desk.marks].filter(([, numbers]) => numbers.includes(desk.missionNumber)).map(([id]) => id));
  if (game?.phase === 'draft') return new Set(actions.PickCountry?.countries ?? []);
  if (plan || desk.war) return NONE;
  return desk.lights ? new Set(Object.keys(actions.DeclareWar?.targets ?? {})) : NONE;
}

/** All marks while their layer is on, else those of the mission that is looked at. */
function shownMarks(desk: Desk): Scene['marks'] {
  if (desk.marked) return desk.marks;
  const { missionNumber } = desk;
  return new Map([...desk.marks].flatMap(([id, numbers]) => (numbers.includes(missionNumber) ? [[id, [missionNumber]] as const] : [])));
}

function arrows(desk: Desk): Arrow[] {
  const underway = Object.entries(desk.shown?.wars ?? {}).filter(([, war]) => war.awaiting !== undefined);
  const declared: Arrow[] = underway.map(([id, war]) => ({ key: id, from: war.origin, to: war.target, seat: war.attacker, label: desk.placeName(war.target) }));
  const { plan, me } = desk;
  if (!plan || me === undefined) return declared;
  return [...declared, { key: 'plan', from: plan.origin, to: plan.target, seat: me, proposed: true }];
}

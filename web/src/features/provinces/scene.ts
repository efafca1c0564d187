/** The table as the map shows it. */
import type { Course, ProvincesScene } from '../../lib/map/provinces/scene.ts';
import type { Table } from './table.svelte.ts';

export function sceneOf(table: Table): ProvincesScene {
  const provinces = Object.entries(table.shown?.provinces ?? {});
  const { origin, target, me } = table;
  const selected = origin ?? table.looked;
  return {
    owner: new Map(provinces.flatMap(([id, { owner }]) => (owner === undefined ? [] : [[id, owner] as const]))),
    units: new Map(provinces.map(([id, { units }]) => [id, units + (table.placed[id] ?? 0)])),
    fresh: new Map(Object.entries(table.placed)),
    choosing: table.phase !== undefined,
    lit: table.lit,
    ...(selected === undefined ? {} : { selected }),
    ...(target === undefined ? {} : { target }),
    ...(me === undefined ? {} : { me }),
    courses: courses(table),
  };
}

/** The plan; without one the last attack, while its turn lasts. */
function courses({ origin, target, me, shown, past }: Table): Course[] {
  if (!past.view && origin && target && me !== undefined) return [{ key: 'plan', from: origin, to: target, seat: me, planned: true }];
  const attack = shown?.last_attack;
  const turn = shown?.turn;
  if (!attack || origin || (turn && turn.seat !== attack.seat) || shown?.ended) return [];
  return [{ key: 'last', from: attack.origin, to: attack.target, seat: attack.seat, planned: false }];
}

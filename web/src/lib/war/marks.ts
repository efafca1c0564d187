/** Which countries the public missions are about: the map marks them. */
import type { World } from '../map/world.ts';
import type { PublicMission } from './types.ts';

/** The countries a mission names, or those of its continents; none where it is about no place. */
export function placesOf(mission: PublicMission, world: Pick<World, 'places'>): string[] {
  if (mission.type === 'ContinentalBridge') {
    const tags = new Set(mission.continents.map((name) => `continent:${name}`));
    return [...world.places.values()].filter((place) => place.tags?.some((tag) => tags.has(tag))).map((place) => place.id);
  }
  return Object.values(mission).flatMap((value: unknown) => (Array.isArray(value) ? value.map(String) : [])).filter((id) => world.places.has(id));
}

/** The numbers of the missions that are about a country, by country. */
export function marksOf(missions: readonly PublicMission[], world: Pick<World, 'places'>): Map<string, number[]> {
  const marks = new Map<string, number[]>();
  missions.forEach((mission, number) => {
    for (const id of placesOf(mission, world)) marks.set(id, [...(marks.get(id) ?? []), number]);
  });
  return marks;
}

/** Arrow keys on the map: the neighbour that lies most nearly in a direction. */
import type { World } from './world.ts';

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function stepTo(world: World, from: string, key: string): string | undefined {
  const direction = DIRECTIONS[key];
  const start = world.shapes.get(from);
  if (!direction || !start) return undefined;
  let best: string | undefined;
  let score = 0.2;
  for (const id of world.neighbours.get(from) ?? []) {
    const shape = world.shapes.get(id);
    if (!shape) continue;
    const dx = shape.x - start.x;
    const dy = shape.y - start.y;
    const distance = Math.hypot(dx, dy) || 1;
    const along = (dx * direction[0] + dy * direction[1]) / distance - distance / 4000;
    if (along > score) [best, score] = [id, along];
  }
  return best;
}

export const isStep = (key: string): boolean => key in DIRECTIONS;

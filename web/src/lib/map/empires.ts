/** Where an empire's name stands: on land of its largest block, where it covers the fewest labels. */
import { connected } from '../war/stake.ts';
import type { Label } from './labels.ts';
import type { EmpireName } from './scene.ts';
import type { World } from './world.ts';

export interface PlacedName {
  seat: number;
  name: string;
  x: number;
  y: number;
  /** Countries whose labels it stands on: they step back. */
  covers: string[];
}
interface Taken {
  id?: string;
  x: number;
  y: number;
  half: number;
  tall: number;
  /** What it costs to stand on it. */
  cost: number;
}
export type Ground = Pick<World, 'shapes' | 'neighbours' | 'seas' | 'holds'>;

/** Spots to try round the middle of a country, nearest first, in px. */
const TRIES: readonly [number, number][] = [[0, 0]];
for (let radius = 12; radius <= 156; radius += 12)
  for (let step = 0; step < 16; step += 1) {
    const angle = (step * Math.PI) / 8 - Math.PI / 2;
    (TRIES as [number, number][]).push([radius * 1.5 * Math.cos(angle), radius * Math.sin(angle)]);
  }
/** Countries of a block that are tried, the largest first. */
const MOST = 8;
/** What it costs if an end of the name isn't on the block's land: less than covering a value. */
const END = 0.4;
const COST: Record<Label['kind'], number> = { dot: 0.25, value: 1, disc: 1, full: 2, callout: Infinity };

/**
 * @param k px a map unit at this zoom
 * @param kept countries whose labels must stay
 */
export function empireNames(world: Ground, owner: ReadonlyMap<string, number>, empires: readonly EmpireName[], labels: readonly Label[], kept: ReadonlySet<string>, k: number): PlacedName[] {
  const taken: Taken[] = labels.map((label) => ({
    id: label.id, x: label.x * k + label.dx, y: label.y * k + label.dy,
    half: label.kind === 'full' ? 34 : label.kind === 'dot' ? 3 : 11, tall: label.kind === 'full' ? 17 : label.kind === 'dot' ? 3 : 9,
    cost: kept.has(label.id) ? Infinity : COST[label.kind],
  }));
  for (const sea of world.seas) taken.push({ x: sea.x * k, y: sea.y * k - 5, half: 80, tall: 10, cost: Infinity });
  return empires.flatMap(({ seat, name }) => {
    const own = [...owner].filter(([, each]) => each === seat).map(([id]) => id);
    const half = (name.length * 15) / 2 + 4;
    const spot = cheapest(world, largestBlock(own, world), taken, half, k);
    if (!spot) return [];
    taken.push({ ...spot, y: spot.y - 5, half, tall: 12, cost: Infinity });
    return [{ seat, name, x: spot.x / k, y: spot.y / k, covers: spot.over.flatMap(({ id }) => id ?? []) }];
  });
}

/** The spot on the block's land that costs the least; the first of equals. */
function cheapest(world: Ground, block: readonly string[], taken: readonly Taken[], half: number, k: number): { x: number; y: number; over: Taken[] } | undefined {
  let best: { x: number; y: number; over: Taken[] } | undefined;
  let least = Infinity;
  for (const id of byArea(world, block).slice(0, MOST)) {
    const shape = world.shapes.get(id);
    if (!shape) continue;
    for (const [dx, dy] of TRIES) {
      const x = shape.x * k + dx;
      const y = shape.y * k + dy + 5;
      const over = taken.filter((box) => Math.abs(box.x - x) < box.half + half && Math.abs(box.y - (y - 5)) < box.tall + 9);
      const covered = over.reduce((sum, box) => sum + box.cost, 0);
      if (covered >= least || ((dx || dy) && !world.holds(id, x / k, (y - 5) / k))) continue;
      const cost = covered + END * [-0.85, 0.85].filter((end) => !block.some((each) => world.holds(each, (x + end * half) / k, (y - 5) / k))).length;
      if (cost >= least) continue;
      [best, least] = [{ x, y, over }, cost];
      if (cost === 0) return best;
    }
  }
  return best;
}

function byArea(world: Ground, block: readonly string[]): string[] {
  const area = (id: string): number => (world.shapes.get(id)?.width ?? 0) * (world.shapes.get(id)?.height ?? 0);
  return [...block].sort((a, b) => area(b) - area(a) || (a < b ? -1 : 1));
}

function largestBlock(own: readonly string[], world: Ground): string[] {
  const rest = new Set(own);
  let best: string[] = [];
  for (const id of own) {
    if (!rest.has(id)) continue;
    const block = connected(id, rest, world.neighbours);
    for (const member of block) rest.delete(member);
    if (block.size > best.length) best = [...block];
  }
  return best;
}

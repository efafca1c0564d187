/** Where an empire's name stands: near the middle of its largest block, in a spot no label takes. */
import type { Label } from './labels.ts';
import type { Scene } from './scene.ts';
import { connected } from '../war/stake.ts';
import type { World } from './world.ts';

export interface PlacedName {
  seat: number;
  name: string;
  x: number;
  y: number;
}

const TRIES: readonly [number, number][] = [];
for (let radius = 0; radius < 260; radius += 26)
  for (let step = 0; step < 12; step += 1) {
    const angle = (step * Math.PI) / 6 - Math.PI / 2;
    (TRIES as [number, number][]).push([radius * 1.5 * Math.cos(angle), radius * Math.sin(angle)]);
  }

export function empireNames(world: World, scene: Scene, labels: readonly Label[], k: number): PlacedName[] {
  const boxes = labels.map((label) => {
    const half = label.kind === 'full' ? 34 : label.kind === 'dot' ? 3 : 13;
    return { x: label.x * k + label.dx, y: label.y * k + label.dy, half, tall: label.kind === 'full' ? 19 : 13 };
  });
  for (const sea of world.seas) boxes.push({ x: sea.x * k, y: sea.y * k - 5, half: 80, tall: 10 });
  const placed: PlacedName[] = [];
  for (const { seat, name } of scene.empires) {
    const own = [...scene.owner].filter(([, owner]) => owner === seat).map(([id]) => id);
    const block = largestBlock(own, world);
    const area = (id: string): number => (world.shapes.get(id)?.width ?? 0) * (world.shapes.get(id)?.height ?? 0);
    const all = block.reduce((sum, id) => sum + area(id), 0);
    if (!all) continue;
    const cx = (block.reduce((sum, id) => sum + area(id) * (world.shapes.get(id)?.x ?? 0), 0) / all) * k;
    const cy = (block.reduce((sum, id) => sum + area(id) * (world.shapes.get(id)?.y ?? 0), 0) / all) * k;
    const half = (name.length * 15) / 2 + 4;
    const spot = TRIES.map(([dx, dy]) => ({ x: cx + dx, y: cy + dy })).find(
      ({ x, y }) => !boxes.some((box) => Math.abs(box.x - x) < box.half + half && Math.abs(box.y - (y - 5)) < box.tall + 10),
    );
    if (!spot) continue;
    boxes.push({ ...spot, half, tall: 12 });
    placed.push({ seat, name, x: spot.x / k, y: spot.y / k });
  }
  return placed;
}

function largestBlock(own: readonly string[], world: World): string[] {
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

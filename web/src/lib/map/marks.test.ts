import { describe, expect, it } from 'vitest';
import type { Label } from './labels.ts';
import { placeMarks, sign, SIGNS } from './marks.ts';
import type { Shape } from './world.ts';

const shape = (id: string, x: number, y: number): [string, Shape] => [id, { id, path: '', width: 40, height: 40, x, y }];
const shapes = new Map([shape('PER', 100, 200), shape('SGP', 300, 90)]);
const label = (id: string, kind: Label['kind'], dx = 0, dy = 0): Label => ({ id, x: 0, y: 0, kind, dx, dy });

describe('signs of missions', () => {
  it('stand in a row above the label', () => {
    const placed = placeMarks(new Map([['PER', [0, 2]]]), shapes, [label('PER', 'value')]);
    expect(placed).toEqual([
      { id: 'PER', number: 0, x: 100, y: 200, dx: -6, dy: -15 },
      { id: 'PER', number: 2, x: 100, y: 200, dx: 6, dy: -15 },
    ]);
  });
  it('follow a tiny country’s disc to where it stands', () => {
    expect(placeMarks(new Map([['SGP', [1]]]), shapes, [label('SGP', 'disc', 30, -18)])).toEqual([{ id: 'SGP', number: 1, x: 300, y: 90, dx: 30, dy: -37 }]);
  });
  it('stand on a country without a label, and nowhere on one the map lacks', () => {
    expect(placeMarks(new Map([['PER', [3]], ['XXX', [3]]]), shapes, [])).toEqual([{ id: 'PER', number: 3, x: 100, y: 200, dx: 0, dy: 0 }]);
  });
  it('have a shape for each of the four missions', () => {
    expect(new Set([0, 1, 2, 3].map(sign)).size).toBe(4);
    expect(sign(4)).toBe(SIGNS[0]);
  });
});

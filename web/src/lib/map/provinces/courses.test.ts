import { describe, expect, it } from 'vitest';
import { drawn } from './courses.ts';

const spots: Record<string, { x: number; y: number }> = { a: { x: 0, y: 0 }, b: { x: 100, y: 0 }, c: { x: 40, y: 0 } };
const at = (id: string): { x: number; y: number } => spots[id]!;
const course = (from: string, to: string) => ({ key: from + to, from, to, seat: 0, planned: false, units: 3 });

describe('courses', () => {
  it('that go there and back lie side by side', () => {
    const [there, back] = drawn([course('a', 'b'), course('b', 'a')], at, () => 10);
    expect([there?.line.from.y, back?.line.from.y]).toEqual([7, -7]);
    expect(drawn([course('a', 'b')], at, () => 10)[0]?.line.from.y).toBe(0);
  });
  it('have their units written where there is room', () => {
    expect(drawn([course('a', 'b'), course('a', 'c')], at, () => 10).map(({ roomy }) => roomy)).toEqual([true, false]);
  });
});

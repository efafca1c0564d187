import { describe, expect, it } from 'vitest';
import { arrow } from './arrow.ts';

describe('an arrow', () => {
  it('runs from rim to rim', () => {
    const made = arrow({ x: 0, y: 0 }, { x: 100, y: 0 }, 10, 20)!;
    expect(made.from).toEqual({ x: 13, y: 0 });
    expect(made.head.startsWith('M77.0 0.0L61.0 10.0')).toBe(true);
    expect(made.neck.x).toBeCloseTo(64.2);
  });
  it('points where it goes, whatever the direction', () => {
    const made = arrow({ x: 50, y: 100 }, { x: 50, y: 0 }, 10, 10)!;
    expect(made.from.y).toBeCloseTo(87);
    expect(made.head.startsWith('M50.0 13.0')).toBe(true);
  });
  it('has a small head where there is little room, and is left out where there is none', () => {
    const made = arrow({ x: 0, y: 0 }, { x: 36, y: 0 }, 10, 10)!;
    expect(made.neck.x).toBeGreaterThan(made.from.x);
    expect(arrow({ x: 0, y: 0 }, { x: 24, y: 0 }, 10, 10)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { cut, linePath, spread, step, ticks } from './lines.ts';

describe('spread', () => {
  it('leaves what is far enough apart', () => {
    expect(spread([10, 100, 50], 15, 0, 200)).toEqual([10, 100, 50]);
  });
  it('moves what is close apart, round its middle, and keeps the order', () => {
    expect(spread([50, 50], 10, 0, 200)).toEqual([45, 55]);
    expect(spread([52, 50, 120], 10, 0, 200)).toEqual([56, 46, 120]);
  });
  it('stays inside, however many stand at the edge', () => {
    expect(spread([0, 0, 0], 10, 0, 200)).toEqual([0, 10, 20]);
    expect(spread([200, 199, 198], 10, 0, 200)).toEqual([200, 190, 180]);
    const many = spread([100, 100, 100, 100, 95, 90, 100, 100, 100, 100], 15, 0, 150);
    expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...many)).toBeLessThanOrEqual(150);
    const sorted = [...many].sort((a, b) => a - b);
    sorted.slice(1).forEach((each, i) => expect(each - sorted[i]!).toBeGreaterThanOrEqual(15 - 1e-9));
  });
});

describe('ticks', () => {
  it('are few and round', () => {
    expect(ticks(10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(4, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(ticks(13, 5)).toEqual([0, 5, 10]);
    expect(step(87, 8)).toBe(20);
  });
});

describe('a line', () => {
  it('goes from point to point', () => {
    expect(linePath([{ x: 0, y: 1 }, { x: 2.25, y: 3 }])).toBe('M0.0 1.0L2.3 3.0');
  });
  it('has a name of few letters at its end', () => {
    expect(cut('Mara', 10)).toBe('Mara');
    expect(cut('Mara of the Hill', 9)).toBe('Mara of…');
    expect(cut('شیرین‌گفتار', 6)).toBe('شیرین…');
  });
});

import { describe, expect, it } from 'vitest';
import { around, clamp, fitZoom, frame, MOST_ZOOM, opening } from './viewport.ts';
import { HEIGHT, WIDTH } from './world.ts';

describe('a framed part of the map', () => {
  const parts = [
    { x0: 20, y0: 30, x1: 30, y1: 36 }, { x0: 700, y0: 100, x1: 1400, y1: 260 }, { x0: 460, y0: 500, x1: 490, y1: 790 }, { x0: 0, y0: 0, x1: WIDTH, y1: HEIGHT },
    { x0: 1560, y0: 600, x1: 1595, y1: 640 },
  ];
  it.each([[350, 220], [1440, 900], [390, 844], [220, 350]])('is never cut off in a window of %d × %d', (width, height) => {
    for (const a of parts)
      for (const b of parts) {
        const box = around([a, b], 0)!;
        const view = frame(box, { width, height }, 6);
        const edges = { x0: box.x0 * view.k + view.x, y0: box.y0 * view.k + view.y, x1: box.x1 * view.k + view.x, y1: box.y1 * view.k + view.y };
        expect(edges.x0).toBeGreaterThanOrEqual(-1e-6);
        expect(edges.y0).toBeGreaterThanOrEqual(-1e-6);
        expect(edges.x1).toBeLessThanOrEqual(width + 1e-6);
        expect(edges.y1).toBeLessThanOrEqual(height + 1e-6);
      }
  });
  it('leaves out what a phone’s sheet covers', () => {
    const view = frame(parts[2]!, { width: 390, height: 844, covered: 440 }, 6);
    expect(790 * view.k + view.y).toBeLessThanOrEqual(404);
  });
  it('has a margin, and is nothing round nothing', () => {
    expect(around([{ x0: 20, y0: 30, x1: 40, y1: 50 }, { x0: 5, y0: 35, x1: 25, y1: 36 }])).toEqual({ x0: -5, y0: 20, x1: 50, y1: 60 });
    expect(around([])).toBeUndefined();
  });
});

describe('zoom', () => {
  it('stays between the whole map and its most', () => {
    const size = { width: 800, height: 600 };
    expect(clamp({ k: 0.001, x: 0, y: 0 }, size).k).toBe(fitZoom(size));
    expect(clamp({ k: 1000, x: 0, y: 0 }, size).k).toBe(fitZoom(size) * MOST_ZOOM);
  });
});

describe('what is seen first', () => {
  const continent = { x0: 400, y0: 420, x1: 620, y1: 760 };
  it.each([[1000, 800, 0], [390, 740, 440]])('is the part of the map that is in play, in a window of %d × %d', (width, height, covered) => {
    const size = { width, height, covered };
    const view = opening(size, continent);
    expect(view).toEqual(frame(continent, size));
    expect(view.k).toBeGreaterThan(opening(size, undefined).k);
  });
  it('is the middle of what is in play, where that is too wide for a narrow screen', () => {
    const americas = { x0: 20, y0: 20, x1: 760, y1: 780 };
    const view = opening({ width: 390, height: 740, covered: 440 }, americas);
    expect(view.k).toBe(300 / HEIGHT);
    expect(390 * view.k + view.x).toBeCloseTo(195);
  });
  it('is the whole map where all of it is in play, filled in height on a narrow screen', () => {
    const all = { x0: -10, y0: -10, x1: WIDTH + 10, y1: HEIGHT + 10 };
    const desk = { width: 1000, height: 800 };
    expect(opening(desk, all)).toEqual(opening(desk, undefined));
    expect(opening(desk, all).k).toBe(fitZoom(desk));
    expect(opening({ width: 390, height: 740, covered: 440 }, all).k).toBe(300 / HEIGHT);
  });
});

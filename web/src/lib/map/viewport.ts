/** Where the map is looked at: zoom `k` and offset, kept inside sensible bounds. Pure, so that it can be tested. */
import type { Box } from './boxes.ts';
import { HEIGHT, WIDTH } from './world.ts';

export interface Viewport {
  k: number;
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
  /** Part of the height covered by the phone's sheet: the map is centred in what is left. */
  covered?: number;
  /** The whole map, in its own units; the world's unless given. */
  map?: { width: number; height: number };
}
const WORLD = { width: WIDTH, height: HEIGHT };

/** The box round some boxes, with a margin; undefined round none. */
export function around(boxes: Iterable<Box>, margin = 10): Box | undefined {
  const all = [...boxes];
  if (all.length === 0) return undefined;
  return {
    x0: Math.min(...all.map((box) => box.x0)) - margin,
    y0: Math.min(...all.map((box) => box.y0)) - margin,
    x1: Math.max(...all.map((box) => box.x1)) + margin,
    y1: Math.max(...all.map((box) => box.y1)) + margin,
  };
}

export const MOST_ZOOM = 24;

/** The zoom at which the whole map just fits. */
export function fitZoom(size: Size): number {
  const { width, height } = size.map ?? WORLD;
  return Math.min(size.width / width, (size.height - (size.covered ?? 0)) / height) || 0.1;
}

export function clamp(view: Viewport, size: Size): Viewport {
  const { width, height } = size.map ?? WORLD;
  const least = fitZoom(size);
  const k = Math.min(Math.max(view.k, least), least * MOST_ZOOM);
  const marginX = (size.width) / 2;
  const marginY = (size.height - (size.covered ?? 0)) / 2;
  return {
    k,
    x: Math.min(Math.max(view.x, marginX - width * k), marginX),
    y: Math.min(Math.max(view.y, marginY - height * k), marginY),
  };
}

/** Zoom by a factor, keeping the point (px, py) of the screen in place. */
export function zoomAt(view: Viewport, factor: number, px: number, py: number, size: Size): Viewport {
  const least = fitZoom(size);
  const k = Math.min(Math.max(view.k * factor, least), least * MOST_ZOOM);
  const grown = k / view.k;
  return clamp({ k, x: px - (px - view.x) * grown, y: py - (py - view.y) * grown }, size);
}

/** The view that shows a box of map units, as large as fits but at most `most` times the whole map. */
export function frame(box: Box, size: Size, most = 5): Viewport {
  const width = size.width;
  const height = size.height - (size.covered ?? 0);
  const least = fitZoom(size);
  const k = Math.min(least * most, Math.max(least, Math.min(width / Math.max(1, box.x1 - box.x0), height / Math.max(1, box.y1 - box.y0)) * 0.8));
  return clamp({ k, x: width / 2 - ((box.x0 + box.x1) / 2) * k, y: height / 2 - ((box.y0 + box.y1) / 2) * k }, size);
}

/**
 * What is seen first: the countries in play, as large as fits, or the whole map.
 * A narrow screen is filled in height at least, since the whole would be a strip; what is in play is in its middle then.
 */
export function opening(size: Size, inPlay: Box = { x0: 0, y0: 0, x1: WIDTH, y1: HEIGHT }): Viewport {
  const height = size.height - (size.covered ?? 0);
  const k = Math.max(frame(inPlay, size).k, size.width < 700 ? height / HEIGHT : 0);
  return clamp({ k, x: size.width / 2 - ((inPlay.x0 + inPlay.x1) / 2) * k, y: height / 2 - ((inPlay.y0 + inPlay.y1) / 2) * k }, size);
}

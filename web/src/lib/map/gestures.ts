/** Drag, wheel and pinch on an element, as changes of a viewport. A drag is not a click. */
import { clamp, zoomAt, type Size, type Viewport } from './viewport.ts';

export interface Gestures {
  view: () => Viewport;
  size: () => Size;
  move: (view: Viewport) => void;
  /** Takes a press for something else than moving the map. */
  grab?: (event: PointerEvent) => boolean;
}

const CLICK_SLACK = 6;

export function gestures(element: HTMLElement, { view, size, move, grab }: Gestures): () => void {
  const points = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  const at = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest('[data-still]')) return;
    if (points.size === 0 && grab?.(event)) return;
    points.set(event.pointerId, at(event));
    if (points.size === 1) travelled = 0;
  };

  const drag = (event: PointerEvent): void => {
    const before = points.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const other = [...points].find(([id]) => id !== event.pointerId)?.[1];
    points.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled > CLICK_SLACK && !element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    if (other) {
      const grown = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      move(zoomAt(view(), grown, (now.x + other.x) / 2, (now.y + other.y) / 2, size()));
    } else if (travelled > CLICK_SLACK) {
      const from = view();
      move(clamp({ k: from.k, x: from.x + now.x - before.x, y: from.y + now.y - before.y }, size()));
    }
  };

  const up = (event: PointerEvent): void => void points.delete(event.pointerId);

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const { x, y } = at(event);
    move(zoomAt(view(), Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0018)), x, y, size()));
  };

  // The click that ends a drag would select a country nobody meant.
  const click = (event: MouseEvent): void => {
    if (travelled > CLICK_SLACK) event.stopPropagation();
    travelled = 0;
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', drag);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('click', click, { capture: true });
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', drag);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('click', click, { capture: true });
  };
}

/** A drag from one province to another. A press that hardly moves stays a click. */

interface Point {
  x: number;
  y: number;
}
interface Ends {
  /** The province a drag may begin at. */
  from: (point: Point) => string | undefined;
  to: (point: Point, from: string) => void;
}
const SLACK = 8;

export class Aim {
  from = $state<string>();
  point = $state.raw<Point>();
  /** The last press was a drag: the click after it means nothing. */
  dragged = false;

  constructor(private readonly ends: Ends) {}

  /** Follows a press that begins on a province to drag from; false for any other. */
  grab(event: PointerEvent, holder: HTMLElement): boolean {
    this.dragged = false;
    const box = holder.getBoundingClientRect();
    const at = (where: PointerEvent): Point => ({ x: where.clientX - box.left, y: where.clientY - box.top });
    const from = this.ends.from(at(event));
    if (from === undefined) return false;
    const begin = at(event);
    const own = (where: PointerEvent): boolean => where.pointerId === event.pointerId;
    const move = (where: PointerEvent): void => {
      if (!own(where)) return;
      const now = at(where);
      if (!this.dragged && Math.hypot(now.x - begin.x, now.y - begin.y) < SLACK) return;
      this.dragged = true;
      this.from = from;
      this.point = now;
    };
    const end = (where: PointerEvent): void => {
      if (!own(where)) return;
      for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const) removeEventListener(name, name === 'pointermove' ? move : end);
      if (this.dragged && where.type === 'pointerup') this.ends.to(at(where), from);
      this.from = this.point = undefined;
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return true;
  }
}

/** A campaign's past as one class was shown it: from a view and the patches after it to the view at any step. */
import { mergePatch } from '../api/mergePatch.ts';
import type { LogLine } from '../api/types.ts';

/** What one append showed. */
export interface Step {
  n: number;
  at_unix_ms: number;
  lines: LogLine[];
  patch?: unknown;
}
/** Where something a player would look for begins: a round. */
export interface Mark {
  step: number;
  round: number;
}

/** Steps between two whole views that are kept: a drag to anywhere applies fewer patches than this. */
export const KEYFRAME = 24;

export class Track<View> {
  readonly steps: Step[] = [];
  readonly marks: Mark[] = [];
  private readonly frames: View[] = [];
  private shown: { step: number; view: View };
  private newest: View;

  /**
   * @param first the view as the first step left it
   * @param round what round a view is in; undefined before the first
   */
  constructor(first: View, private readonly round: (view: View) => number | undefined) {
    this.newest = first;
    this.shown = { step: 0, view: first };
  }

  /** Append what follows; steps known already are left out. The first step changes nothing: its view is known. */
  add(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.n <= (this.steps.at(-1)?.n ?? 0)) continue;
      const before = this.round(this.newest);
      this.newest = mergePatch(this.newest, step.patch ?? {});
      const index = this.steps.push(step) - 1;
      if (index % KEYFRAME === 0) this.frames.push(this.newest);
      const round = this.round(this.newest);
      if (round !== undefined && (round !== before || index === 0)) this.marks.push({ step: index, round });
    }
  }

  /** The view after a step, counted from 0. Unchanged parts are the same objects from step to step. */
  at(step: number): View {
    const { shown } = this;
    const keyframe = step - (step % KEYFRAME);
    let [from, view] = shown.step <= step && shown.step >= keyframe ? [shown.step, shown.view] : [keyframe, this.frames[keyframe / KEYFRAME]!];
    for (let next = from + 1; next <= step; next += 1) view = mergePatch(view, this.steps[next]?.patch ?? {});
    this.shown = { step, view };
    return view;
  }
}

import { describe, expect, it } from 'vitest';
import { mergePatch } from '../api/mergePatch.ts';
import { KEYFRAME, Track, type Step } from './track.ts';

interface View {
  game: { round?: number; countries: Record<string, { owner?: number }>; theatre: string[] };
}
const first: View = { game: { countries: {}, theatre: ['A', 'B'] } };

/** A campaign of many steps: each gives a country away, some begin a round, some take something away again. */
function steps(count: number): Step[] {
  return Array.from({ length: count }, (_, i) => ({
    n: i + 1,
    at_unix_ms: i,
    lines: [],
    patch: i === 0 ? {} : { game: { ...(i % 50 === 10 ? { round: (i - 10) / 50 + 1 } : {}), countries: { [`P${i % 7}`]: i % 5 === 0 ? null : { owner: i % 4 } } } },
  }));
}
const expected = (all: Step[], step: number): View => all.slice(0, step + 1).reduce((view, each) => mergePatch(view, each.patch), first);
const track = (all: Step[]): Track<View> => {
  const made = new Track(first, (view) => view.game.round);
  made.add(all);
  return made;
};

describe('Track', () => {
  const all = steps(5 * KEYFRAME + 3);
  it('shows the view at any step, in whatever order they are asked for', () => {
    const made = track(all);
    const order = [0, all.length - 1, 5, 6, 7, KEYFRAME, KEYFRAME - 1, KEYFRAME + 1, 60, 59, 3, 3];
    for (const step of order) expect(made.at(step), String(step)).toEqual(expected(all, step));
  });
  it('grows by pages, and what is known already changes nothing', () => {
    const made = track(all.slice(0, 30));
    made.add(all.slice(20, 70));
    made.add(all.slice(70));
    expect(made.steps.map((step) => step.n)).toEqual(all.map((step) => step.n));
    expect(made.at(all.length - 1)).toEqual(expected(all, all.length - 1));
  });
  it('marks where rounds begin', () => {
    expect(track(all).marks).toEqual([{ step: 10, round: 1 }, { step: 60, round: 2 }, { step: 110, round: 3 }]);
  });
  it('marks the round a campaign begins in', () => {
    const made = new Track({ game: { ...first.game, round: 4 } }, (view: View) => view.game.round);
    made.add(steps(3));
    expect(made.marks).toEqual([{ step: 0, round: 4 }]);
  });
  it('keeps what does not change', () => {
    const made = track(all);
    expect(made.at(40).game.theatre).toBe(made.at(90).game.theatre);
  });
});

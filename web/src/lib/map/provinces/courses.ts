/** Arrows for courses: two that go there and back lie side by side, and units are written where there is room. */
import { arrow, type Arrow } from './arrow.ts';
import type { Course } from './scene.ts';

export type Drawn = Course & {
  line: Arrow;
  /** There is room for its units. */
  roomy: boolean;
};
interface Point {
  x: number;
  y: number;
}
const ASIDE = 7;
const ROOM = 26;

/** @param at where a place's badge stands @param radius of it */
export function drawn(courses: readonly Course[], at: (id: string) => Point, radius: (id: string) => number): Drawn[] {
  const ways = new Set(courses.map(({ from, to }) => `${from}>${to}`));
  return courses.flatMap((course): Drawn[] => {
    const [a, b] = [at(course.from), at(course.to)];
    const away = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const aside = ways.has(`${course.to}>${course.from}`) ? ASIDE : 0;
    const by = { x: (-(b.y - a.y) / away) * aside, y: ((b.x - a.x) / away) * aside };
    const line = arrow({ x: a.x + by.x, y: a.y + by.y }, { x: b.x + by.x, y: b.y + by.y }, radius(course.from), radius(course.to));
    if (!line) return [];
    return [{ ...course, line, roomy: Math.hypot(line.neck.x - line.from.x, line.neck.y - line.from.y) >= ROOM }];
  });
}

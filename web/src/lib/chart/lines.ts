/** Geometry of a chart of lines: pure, so that it can be tested. */

/** Places nearest to those wanted, at least `gap` apart, between `low` and `high`; in the order given. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const groups: { members: number[]; at: number }[] = [];
  const fitted = (at: number, count: number): number => Math.max(low, Math.min(at, high - (count - 1) * gap));
  for (const i of order) {
    let group = { members: [i], at: fitted(wanted[i]!, 1) };
    for (let before = groups.at(-1); before && before.at + before.members.length * gap > group.at; before = groups.at(-1)) {
      groups.pop();
      const members = [...before.members, ...group.members];
      const middle = members.reduce((sum, each, step) => sum + wanted[each]! - step * gap, 0) / members.length;
      group = { members, at: fitted(middle, members.length) };
    }
    groups.push(group);
  }
  const places: number[] = [];
  for (const { members, at } of groups) members.forEach((each, step) => (places[each] = at + step * gap));
  return places;
}

/** The smallest of the usual steps (1, 2, 5, 10, …) with which `span` has at most `most` of them. */
export function step(span: number, most: number): number {
  for (let power = 1; ; power *= 10) for (const digit of [1, 2, 5]) if (span / (digit * power) <= most) return digit * power;
}

/** Multiples of the usual step from 0 to `top`. */
export function ticks(top: number, most: number): number[] {
  const by = step(top, most);
  return Array.from({ length: Math.floor(top / by) + 1 }, (_, i) => i * by);
}

/** The line's points as an SVG path. */
export const linePath = (points: readonly { x: number; y: number }[]): string => points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A name that fits into so many letters. */
export const cut = (name: string, most: number): string => ([...name].length <= most ? name : `${[...name].slice(0, most - 1).join('').trimEnd()}…`);

/** Sums of the stake builder (rules sections 1 and 5): need, connection, the cheapest stake. */

/** `p` per cent of `v`, rounded up, in integers. */
export function pct(v: number, p: number): number {
  return Math.ceil((v * p) / 100 - 1e-9);
}

export type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;

/** Everything in `within` that a chain inside `within` joins to `start`. */
export function connected(start: string, within: ReadonlySet<string>, neighbours: Neighbours): Set<string> {
  const reached = new Set<string>(within.has(start) ? [start] : []);
  const edge = [...reached];
  for (let place = edge.pop(); place !== undefined; place = edge.pop()) {
    for (const next of neighbours.get(place) ?? []) {
      if (within.has(next) && !reached.has(next)) {
        reached.add(next);
        edge.push(next);
      }
    }
  }
  return reached;
}

export function total(places: Iterable<string>, value: (place: string) => number): number {
  let sum = 0;
  for (const place of places) sum += value(place);
  return sum;
}

/**
 * The cheapest choice out of `free` that brings `have` up to `need`: least total, then fewest countries, then ids.
 *
 * An exact subset sum, not a greedy guess. Undefined if everything together isn't enough.
 */
export function cheapest(free: readonly string[], have: number, need: number, value: (place: string) => number): string[] | undefined {
  const missing = need - have;
  if (missing <= 0) return [];
  const items = [...free].sort();
  const limit = missing + Math.max(0, ...items.map(value));
  const best: (string[] | undefined)[] = Array.from({ length: limit + 1 }, () => undefined);
  best[0] = [];
  for (const item of items) {
    const worth = value(item);
    for (let sum = limit; sum >= worth; sum -= 1) {
      const before = best[sum - worth];
      if (before === undefined) continue;
      const now = best[sum];
      if (now === undefined || before.length + 1 < now.length || (before.length + 1 === now.length && earlier([...before, item], now)))
        best[sum] = [...before, item];
    }
  }
  return best.slice(missing).find((choice) => choice !== undefined);
}

function earlier(a: readonly string[], b: readonly string[]): boolean {
  for (let i = 0; i < a.length; i += 1) {
    if (a[i]! < b[i]!) return true;
    if (a[i]! > b[i]!) return false;
  }
  return false;
}

/** Clocks of a running game: what is left of each side's time, measured on the server's clock. */
import type { Game, Side } from '../api/types.ts';

/** The gap between the server's clock and ours; the sample with the quickest answer wins, later ones drift in. */
export class ClockOffset {
  private samples: number[] = [];

  add(serverMs: number, ownMs: number): void {
    this.samples.push(serverMs - ownMs);
    if (this.samples.length > 9) this.samples.shift();
  }

  /** Milliseconds to add to our clock to get the server's: the median of the last samples. */
  get ms(): number {
    if (this.samples.length === 0) return 0;
    const sorted = [...this.samples].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }
}

/** Milliseconds left for a side at the server time `now`; the side that runs will be given back `unclaimed`. */
export function remaining(clocks: Game['clocks'], side: Side, now: number, unclaimed = 0): number {
  const stored = side === 'white' ? clocks.white_ms : clocks.black_ms;
  if (clocks.running !== side || clocks.since_unix_ms === undefined) return Math.max(0, stored);
  return Math.max(0, stored - Math.max(0, now - clocks.since_unix_ms - unclaimed));
}

/** "46:12:08", "9:58", "0:07.4": hours only where there are any, tenths only under ten seconds. */
export function face(ms: number): string {
  if (ms < 10_000) {
    const tenths = Math.floor(ms / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

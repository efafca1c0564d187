/** Parts of the server that are silent: what that means to who waits, and which waiting costs nobody time. */
import type { Game } from '../api/types.ts';

/** A part, and its last sign of life. */
export interface Silence {
  part: string;
  since_unix_ms: number;
}
interface Stretch {
  part: string;
  from: number;
  until: number;
}
const KEPT = 32;

/** What was heard on this connection; times are the server's. */
export class Absences {
  private lasting: readonly Silence[] = [];
  private over: Stretch[] = [];

  /** On a new connection: when a silence from before it ended isn't known. */
  begin(away: readonly Silence[]): void {
    this.lasting = away;
  }

  /** All that are away now; who was before and isn't any more came back at `at`. */
  hear(away: readonly Silence[], at: number): void {
    const still = new Set(away.map(({ part }) => part));
    const ended = this.lasting.filter(({ part }) => !still.has(part)).map(({ part, since_unix_ms }) => ({ part, from: since_unix_ms, until: at }));
    this.over = [...this.over, ...ended].slice(-KEPT);
    this.lasting = away;
  }

  has(part: string): boolean {
    return this.lasting.some((silence) => silence.part === part);
  }

  /** Milliseconds between two moments in which a part was away. */
  lost(part: string, from: number, until: number): number {
    const lasting = this.lasting.map((silence) => ({ part: silence.part, from: silence.since_unix_ms, until }));
    return [...this.over, ...lasting]
      .filter((stretch) => stretch.part === part)
      .reduce((sum, stretch) => sum + Math.max(0, Math.min(until, stretch.until) - Math.max(from, stretch.from)), 0);
  }
}

/** Milliseconds that the running clock of a game will be given back, and has not been yet. */
export function unclaimed(game: Pick<Game, 'ply' | 'clocks' | 'credits'>, absences: Absences, now: number): number {
  const since = game.clocks.since_unix_ms;
  if (since === undefined) return 0;
  const given = (game.credits ?? []).filter(({ ply }) => ply === game.ply).reduce((sum, { ms }) => sum + ms, 0);
  return Math.max(0, absences.lost('chessgate', since - given, now) - given);
}

/** What to say of the parts that are away; nothing while all are there. */
export function awayKey(parts: readonly Silence[]): 'away.all' | 'away.games' | 'away.campaigns' | 'away.other' | undefined {
  const some = (...names: string[]): boolean => parts.some(({ part }) => names.includes(part));
  const campaigns = some('engine', 'clock');
  if (some('chessgate')) return campaigns ? 'away.all' : 'away.games';
  if (campaigns) return 'away.campaigns';
  return parts.length > 0 ? 'away.other' : undefined;
}

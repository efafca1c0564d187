/** Everybody's points over the rounds, from the view. */
import type { PublicView } from './types.ts';

export interface Series {
  /** Round numbers, from left to right; 0 is before round 1, the last one may still be on. */
  rounds: number[];
  seats: { seat: number; points: number[] }[];
}

/** What each had when a round ended, and what they have now. */
export function pointsOverRounds(game: Pick<PublicView, 'totals' | 'seats' | 'round' | 'phase'>): Series {
  const over = Object.entries(game.totals ?? {}).map(([round, points]) => ({ round: Number(round), points })).sort((a, b) => a.round - b.round);
  const seats = Object.entries(game.seats ?? {}).map(([seat, state]) => ({ seat: Number(seat), now: state.points ?? 0 })).sort((a, b) => a.seat - b.seat);
  const runs = (game.phase === 'war' || game.phase === 'ended') && (game.round ?? 0) > (over.at(-1)?.round ?? -1);
  return {
    rounds: [...over.map(({ round }) => round), ...(runs ? [game.round ?? 0] : [])],
    seats: seats.map(({ seat, now }) => ({ seat, points: [...over.map(({ points }) => points[seat] ?? 0), ...(runs ? [now] : [])] })),
  };
}

/** Changes of a game as the socket tells them. */
import { mergePatch } from '../api/mergePatch.ts';
import type { Game, GameMove } from '../api/types.ts';

/** The game after a `move` message: its `moves` are only the new ones. */
export function advance(game: Game, change: Partial<Game>): Game {
  const { moves, ...rest } = change;
  const merged = mergePatch(game, rest);
  // A smaller ply than before: the moves from there on were taken back.
  const kept = merged.ply < game.ply && !moves?.length ? game.moves.slice(0, merged.ply) : game.moves;
  const fresh = (moves ?? []).filter((move: GameMove) => move.ply >= kept.length);
  return { ...merged, moves: [...kept, ...fresh] };
}

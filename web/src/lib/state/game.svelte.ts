/** One game of chess, followed on the socket. */
import { clickKey } from '../api/chance.ts';
import { mergePatch } from '../api/mergePatch.ts';
import type { Game, GameCommand, GameMove } from '../api/types.ts';
import { session } from './session.svelte.ts';
import { spectatorLink } from './spectatorLink.ts';

/** The game after a `move` message: its `moves` are only the new ones. */
export function advance(game: Game, change: Partial<Game>): Game {
  const { moves, ...rest } = change;
  const merged = mergePatch(game, rest);
  // A smaller ply than before: the moves from there on were taken back.
  const kept = merged.ply < game.ply && !moves?.length ? game.moves.slice(0, merged.ply) : game.moves;
  const fresh = (moves ?? []).filter((move: GameMove) => move.ply >= kept.length);
  return { ...merged, moves: [...kept, ...fresh] };
}

export function followGame(id: string, tell: (game: Game) => void): () => void {
  let game: Game | undefined;
  return session.socket.watch(`game:${id}`, (message) => {
    if (message.t === 'game') game = message.game as Game;
    else if (message.t === 'move' && game) {
      if (Number(message.version) <= game.version) return;
      const next: Game = advance(game, message.change as Partial<Game>);
      next.version = Number(message.version);
      // A gap in the moves: ask for the whole game again.
      if (next.moves.length < next.ply) return session.socket.refresh(`game:${id}`);
      game = next;
    }
    if (game) tell(game);
  }, spectatorLink(id));
}

export function play(id: string, command: GameCommand): Promise<unknown> {
  return session.socket.ask({ t: 'play', game: id, key: clickKey(), command });
}

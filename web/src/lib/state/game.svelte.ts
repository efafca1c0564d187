/** One game of chess, followed on the socket. */
import { once } from '../api/once.ts';
import type { Game, GameCommand, Problem } from '../api/types.ts';
import { advance } from './advance.ts';
import { session } from './session.svelte.ts';
import { spectatorLink } from './spectatorLink.ts';

export function followGame(id: string, tell: (game: Game) => void, refused: (problem: Problem) => void = () => undefined): () => void {
  let game: Game | undefined;
  return session.socket.watch(`game:${id}`, (message) => {
    if (message.t === 'problem') return refused(message as unknown as Problem);
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
  return once(['play', id, command], (key) => session.socket.ask({ t: 'play', game: id, key, command }));
}

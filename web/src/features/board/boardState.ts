/** Where a game stands with the real board, for one of its players. */
import type { Game } from '../../lib/api/types.ts';

export type BoardState = 'online' | 'offered_to_you' | 'offered_by_you' | 'there' | 'reported_by_you' | 'reported_to_you';

export function boardState(game: Pick<Game, 'over_the_board' | 'you'>): BoardState {
  const place = game.over_the_board;
  if (!place) return 'online';
  if (!place.there) return place.by === game.you ? 'offered_by_you' : 'offered_to_you';
  if (!place.report) return 'there';
  return place.report.by === game.you ? 'reported_by_you' : 'reported_to_you';
}

/** Whether a player may be asked to come to a real board: bots play online only. */
export function mayOffer(game: Pick<Game, 'over_the_board' | 'white' | 'black' | 'state'>): boolean {
  return game.state === 'playing' && !game.over_the_board && !game.white.bot_level && !game.black.bot_level;
}

/** Whether there is a move of one's own to take back. */
export function mayTakeBack(game: Pick<Game, 'takeback' | 'takeback_offer' | 'ply' | 'you' | 'over_the_board'>): boolean {
  if (!game.takeback || game.takeback_offer || game.over_the_board?.there) return false;
  const mine = (game.ply % 2 === 0) === (game.you === 'white');
  return game.ply >= (mine ? 2 : 1);
}

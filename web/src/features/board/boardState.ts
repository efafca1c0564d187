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

export type LichessState = 'here' | 'offered_to_you' | 'offered_by_you' | 'creating' | 'to_open' | 'there';

/** Where a game stands with Lichess; for who plays neither side an offer is nothing. */
export function lichessState(game: Pick<Game, 'lichess' | 'you'>): LichessState {
  const place = game.lichess;
  if (!place) return 'here';
  if (!place.there) return !game.you ? 'here' : place.by === game.you ? 'offered_by_you' : 'offered_to_you';
  if (!place.url) return 'creating';
  return place.began ? 'there' : 'to_open';
}

/** Whether the game is played on a real board or on Lichess: nobody moves here. */
export function elsewhere(game: Pick<Game, 'over_the_board' | 'lichess'>): boolean {
  return game.over_the_board?.there === true || game.lichess?.there === true;
}

/** Whether there is a move of one's own to take back. */
export function mayTakeBack(game: Pick<Game, 'takeback' | 'takeback_offer' | 'ply' | 'you' | 'over_the_board'>): boolean {
  if (!game.takeback || game.takeback_offer || game.over_the_board?.there) return false;
  const mine = (game.ply % 2 === 0) === (game.you === 'white');
  return game.ply >= (mine ? 2 : 1);
}

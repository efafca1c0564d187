/** What each side has captured, from the pieces on the board. */
import type { Side } from '../../lib/api/types.ts';

const START: Record<string, number> = { p: 8, n: 2, b: 2, r: 2, q: 1 };
const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };
const ORDER = ['q', 'r', 'b', 'n', 'p'];

export interface Captured {
  /** Pieces of the other side this side has taken, most valuable first, as letters p n b r q. */
  pieces: string[];
  /** Lead in material, above zero for the side that is ahead. */
  lead: number;
}

export function captured(fen: string, side: Side): Captured {
  const rows = fen.split(' ')[0] ?? '';
  const count = (letter: string): number => rows.split(letter).length - 1;
  const other = (letter: string): string => (side === 'white' ? letter : letter.toUpperCase());
  const own = (letter: string): string => (side === 'white' ? letter.toUpperCase() : letter);
  const pieces = ORDER.flatMap((letter) => Array.from({ length: Math.max(0, (START[letter] ?? 0) - count(other(letter))) }, () => letter));
  const lead = ORDER.reduce((sum, letter) => sum + (WORTH[letter] ?? 0) * (count(own(letter)) - count(other(letter))), 0);
  return { pieces, lead };
}

const SIGNS: Record<string, string> = { q: '♛', r: '♜', b: '♝', n: '♞', p: '♟\ufe0e' };
export const sign = (letter: string): string => SIGNS[letter] ?? '';

/** Whether a move of this piece to this square is a promotion. */
export function promotes(fen: string, from: string, to: string): boolean {
  const rank = to[1];
  if (rank !== '8' && rank !== '1') return false;
  return pieceAt(fen, from)?.toLowerCase() === 'p';
}

export function pieceAt(fen: string, square: string): string | undefined {
  const row = (fen.split(' ')[0] ?? '').split('/')[8 - Number(square[1])] ?? '';
  const file = square.charCodeAt(0) - 97;
  let at = 0;
  for (const letter of row) {
    if (/\d/u.test(letter)) at += Number(letter);
    else {
      if (at === file) return letter;
      at += 1;
    }
    if (at > file) return undefined;
  }
  return undefined;
}

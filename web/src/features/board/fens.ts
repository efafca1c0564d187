/** The position after each half-move, replayed from UCI moves: enough to look back, the server keeps the rules. */

type Board = (string | undefined)[];

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

function read(placement: string): Board {
  return placement.split('/').flatMap((row) => [...row].flatMap((sign) => (/\d/u.test(sign) ? Array<undefined>(Number(sign)).fill(undefined) : [sign])));
}

function write(board: Board): string {
  const rows: string[] = [];
  for (let row = 0; row < 8; row += 1) {
    let text = '';
    let empty = 0;
    for (const piece of board.slice(row * 8, row * 8 + 8)) {
      if (piece === undefined) empty += 1;
      else {
        text += (empty ? String(empty) : '') + piece;
        empty = 0;
      }
    }
    rows.push(text + (empty ? String(empty) : ''));
  }
  return rows.join('/');
}

const index = (square: string): number => (8 - Number(square[1])) * 8 + square.charCodeAt(0) - 97;

function push(board: Board, uci: string): Board {
  const next = [...board];
  const from = index(uci.slice(0, 2));
  const to = index(uci.slice(2, 4));
  const piece = next[from];
  const promoted = uci[4];
  if (piece?.toLowerCase() === 'p' && from % 8 !== to % 8 && next[to] === undefined) next[from - (from % 8) + (to % 8)] = undefined;
  if (piece?.toLowerCase() === 'k' && Math.abs((from % 8) - (to % 8)) === 2) {
    const row = from - (from % 8);
    const [rook, home] = to > from ? [row + 7, row + 5] : [row, row + 3];
    next[home] = next[rook];
    next[rook] = undefined;
  }
  next[from] = undefined;
  next[to] = promoted ? (piece === 'P' ? promoted.toUpperCase() : promoted) : piece;
  return next;
}

/** Piece placements after 0, 1, 2, … half-moves. */
export function placements(moves: readonly { uci: string }[]): string[] {
  let board = read(START);
  return [START, ...moves.map((move) => write((board = push(board, move.uci))))];
}

import { describe, expect, it } from 'vitest';
import { placements } from './fens.ts';
import { captured, pieceAt, promotes } from './material.ts';

describe('placements', () => {
  it('replays castling, en passant and promotion', () => {
    const uci = (text: string): { uci: string }[] => text.split(' ').map((move) => ({ uci: move }));
    expect(placements(uci('e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1')).at(-1)).toBe('r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1');
    expect(placements(uci('e2e4 a7a6 e4e5 d7d5 e5d6')).at(-1)).toBe('rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR');
    expect(placements(uci('h2h4 g7g5 h4g5 h7h6 g5h6 g8f6 h6h7 f6g4 h7h8q')).at(-1)).toBe('rnbqkb1Q/pppppp2/8/8/6n1/8/PPPPPPP1/RNBQKBNR');
  });
});

describe('material', () => {
  const fen = 'rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1';
  it('says what was taken and who is ahead', () => {
    expect(captured(fen, 'white')).toEqual({ pieces: ['q'], lead: 9 });
    expect(captured(fen, 'black').pieces).toEqual([]);
  });
  it('knows a promotion', () => {
    expect(pieceAt('8/4P3/8/8/8/8/8/8', 'e7')).toBe('P');
    expect(promotes('8/4P3/8/8/8/8/8/8 w - - 0 1', 'e7', 'e8')).toBe(true);
    expect(promotes('8/4R3/8/8/8/8/8/8 w - - 0 1', 'e7', 'e8')).toBe(false);
  });
});

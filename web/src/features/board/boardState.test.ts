import { describe, expect, it } from 'vitest';
import { advance } from '../../lib/state/advance.ts';
import type { Game } from '../../lib/api/types.ts';
import { boardState, elsewhere, lichessState, mayOffer, mayTakeBack } from './boardState.ts';

const people = { white: { seat: 0 }, black: { seat: 1 }, state: 'playing' as const };

describe('the real board', () => {
  it('knows who is asked for what', () => {
    const at = (place: Game['over_the_board'], you: 'white' | 'black' = 'white') => boardState({ over_the_board: place, you });
    expect(at(undefined)).toBe('online');
    expect(at({ offer: 1, by: 'white', there: false })).toBe('offered_by_you');
    expect(at({ offer: 1, by: 'white', there: false }, 'black')).toBe('offered_to_you');
    expect(at({ offer: 1, by: 'white', there: true })).toBe('there');
    const report = { number: 1, by: 'black' as const, result: 'black' as const };
    expect(at({ offer: 1, by: 'white', there: true, report })).toBe('reported_to_you');
    expect(at({ offer: 1, by: 'white', there: true, report }, 'black')).toBe('reported_by_you');
  });
  it('is offered to people only', () => {
    expect(mayOffer(people)).toBe(true);
    expect(mayOffer({ ...people, black: { seat: 1, bot_level: 3 } })).toBe(false);
    expect(mayOffer({ ...people, over_the_board: { offer: 1, by: 'white', there: false } })).toBe(false);
  });
});

describe('Lichess', () => {
  const offered = { offer: 1, by: 'white' as const, there: false };
  const there = { ...offered, there: true, began: false };
  it('knows who is asked for what', () => {
    expect(lichessState({ you: 'white' })).toBe('here');
    expect(lichessState({ lichess: offered, you: 'white' })).toBe('offered_by_you');
    expect(lichessState({ lichess: offered, you: 'black' })).toBe('offered_to_you');
    expect(lichessState({ lichess: offered })).toBe('here');
    expect(lichessState({ lichess: there, you: 'black' })).toBe('creating');
    expect(lichessState({ lichess: { ...there, url: 'https://lichess.org/abcd1234' } })).toBe('to_open');
    expect(lichessState({ lichess: { ...there, url: 'https://lichess.org/abcd1234', began: true } })).toBe('there');
  });
  it('and a real board keep everybody from moving here', () => {
    expect(elsewhere({})).toBe(false);
    expect(elsewhere({ lichess: offered })).toBe(false);
    expect(elsewhere({ lichess: there })).toBe(true);
    expect(elsewhere({ over_the_board: { ...offered }, lichess: there })).toBe(true);
    expect(elsewhere({ over_the_board: { ...offered, there: true } })).toBe(true);
  });
});

describe('taking back', () => {
  it('needs the option and a move of one’s own', () => {
    expect(mayTakeBack({ takeback: true, ply: 1, you: 'white' })).toBe(true);
    expect(mayTakeBack({ takeback: true, ply: 1, you: 'black' })).toBe(false);
    expect(mayTakeBack({ takeback: true, ply: 2, you: 'black' })).toBe(true);
    expect(mayTakeBack({ ply: 5, you: 'white' })).toBe(false);
    expect(mayTakeBack({ takeback: true, takeback_offer: 'black', ply: 5, you: 'white' })).toBe(false);
  });
  it('cuts the moves to the smaller ply', () => {
    const move = (ply: number) => ({ ply, uci: 'e2e4', san: 'e4', clock_ms: 1, at_unix_ms: 1 });
    const game = { ply: 3, moves: [move(0), move(1), move(2)] } as unknown as Game;
    const back = advance(game, { ply: 1, takeback_offer: null } as unknown as Partial<Game>);
    expect(back.moves.map((one) => one.ply)).toEqual([0]);
    expect(advance(back, { ply: 2, moves: [move(1)] } as Partial<Game>).moves).toHaveLength(2);
  });
});

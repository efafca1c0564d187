import { describe, expect, it } from 'vitest';
import { Absences, awayKey, unclaimed } from './away.ts';
import { remaining } from './clocks.ts';

const clocks = { white_ms: 60_000, black_ms: 30_000, running: 'white' as const, since_unix_ms: 1_000, increment: { white_ms: 0, black_ms: 0 } };
const chessgate = { part: 'chessgate', since_unix_ms: 5_000 };

describe('a running clock while chessgate is away', () => {
  const absences = new Absences();
  const left = (game: Parameters<typeof unclaimed>[0], now: number): number => remaining(game.clocks, 'white', now, unclaimed(game, absences, now));
  const game = { ply: 4, clocks };
  it('runs while all is well', () => expect(left(game, 4_000)).toBe(57_000));
  it('stands still', () => {
    absences.hear([chessgate], 8_100);
    expect([left(game, 8_100), left(game, 30_000)]).toEqual([56_000, 56_000]);
    expect(absences.has('chessgate')).toBe(true);
  });
  it('runs on from there when it is back, before the credit comes and after', () => {
    absences.hear([], 35_000);
    expect(left(game, 36_000)).toBe(55_000);
    const credited = { ...game, clocks: { ...clocks, since_unix_ms: 31_000 }, credits: [{ ply: 4, ms: 30_000 }] };
    expect(left(credited, 36_000)).toBe(55_000);
  });
  it('owes nothing to a later move, nor for what ended unheard', () => {
    expect(left({ ply: 5, clocks: { ...clocks, since_unix_ms: 40_000 } }, 41_000)).toBe(59_000);
    absences.hear([{ part: 'chessgate', since_unix_ms: 42_000 }], 45_100);
    absences.begin([]);
    expect(left({ ply: 5, clocks: { ...clocks, since_unix_ms: 40_000 } }, 50_000)).toBe(50_000);
  });
  it('goes on while another part is away', () => {
    absences.hear([{ part: 'engine', since_unix_ms: 51_000 }], 54_100);
    expect(left({ ply: 5, clocks: { ...clocks, since_unix_ms: 50_000 } }, 60_000)).toBe(50_000);
  });
});

describe('awayKey', () => {
  const said = (...parts: string[]): string | undefined => awayKey(parts.map((part) => ({ part, since_unix_ms: 1 })));
  it('says what waits', () => {
    expect([said(), said('chessgate'), said('engine'), said('clock', 'notify'), said('chessgate', 'engine'), said('notify')]).toEqual([
      undefined, 'away.games', 'away.campaigns', 'away.campaigns', 'away.all', 'away.other',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { ClockOffset, face, remaining } from './clocks.ts';

describe('remaining', () => {
  const clocks = { white_ms: 60_000, black_ms: 30_000, running: 'white' as const, since_unix_ms: 1000, increment: { white_ms: 0, black_ms: 0 } };
  it('runs only for the side to move, and never below zero', () => {
    expect(remaining(clocks, 'white', 11_000)).toBe(50_000);
    expect(remaining(clocks, 'black', 11_000)).toBe(30_000);
    expect(remaining(clocks, 'white', 999_999)).toBe(0);
  });
  it('doesn’t gain time when our clock is behind', () => {
    expect(remaining(clocks, 'white', 500)).toBe(60_000);
  });
  it('stands still when nothing runs', () => {
    expect(remaining({ ...clocks, running: undefined } as never, 'white', 99_000)).toBe(60_000);
  });
});

describe('face', () => {
  it('shows tenths only under ten seconds', () => {
    expect([face(0), face(7_450), face(9_999), face(10_000), face(598_000), face(166_328_000)]).toEqual(['0:00.0', '0:07.4', '0:09.9', '0:10', '9:58', '46:12:08']);
  });
});

describe('ClockOffset', () => {
  it('is the median of the samples', () => {
    const offset = new ClockOffset();
    expect(offset.ms).toBe(0);
    for (const gap of [100, 105, 900, 98, 102]) offset.add(5000 + gap, 5000);
    expect(offset.ms).toBe(102);
  });
});

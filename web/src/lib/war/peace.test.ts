import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../api/types.ts';
import { isWhite, lastOfferEnded, payments } from './peace.ts';

describe('payments in tokens', () => {
  it('are what the attacker holds, and what the other side is seen to hold', () => {
    expect(payments({ tokens_least: -99, tokens_most: 2 }, true, 1)).toEqual([-1, 0, 1, 2]);
  });
  it('go the other way for the defender', () => {
    expect(payments({ tokens_least: -2, tokens_most: 99 }, false, 0)).toEqual([-2, -1, 0]);
  });
  it('are none where nobody has any', () => {
    expect(payments({}, true, 0)).toEqual([0]);
  });
});

describe('a white peace', () => {
  it('moves nothing, pays nothing and promises nothing', () => {
    expect([{}, { from_attacker: [], tokens: 0 }, { tokens: -1 }, { from_defender: ['PER'] }, { accord_rounds: 1 }].map(isWhite)).toEqual([true, true, false, false, false]);
  });
});

describe('a player’s last offer of peace', () => {
  const entry = (n: number, key: string, by: number, how?: string): LogEntry => ({ n, at_unix_ms: n, lines: [{ key: `chess_wars.${key}`, parameters: { war: 'w1', by, ...(how ? { how } : {}) } }] });
  const offered = entry(1, 'peace_offered', 0);
  it('came to nothing if that is the last word on it', () => {
    expect(lastOfferEnded([entry(2, 'peace_offer_ended', 0, 'declined'), offered], 'w1', 0)).toBe('declined');
  });
  it('says nothing while it stands, of another war or of the other side', () => {
    expect(lastOfferEnded([offered], 'w1', 0)).toBeUndefined();
    expect(lastOfferEnded([entry(3, 'peace_offered', 0), entry(2, 'peace_offer_ended', 0, 'declined'), offered], 'w1', 0)).toBeUndefined();
    expect(lastOfferEnded([entry(2, 'peace_offer_ended', 1, 'declined')], 'w1', 0)).toBeUndefined();
    expect(lastOfferEnded([entry(2, 'peace_offer_ended', 0, 'declined')], 'w2', 0)).toBeUndefined();
  });
});

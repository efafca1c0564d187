import { describe, expect, it } from 'vitest';
import { payments } from './peace.ts';

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

import { describe, expect, it } from 'vitest';
import { potOf } from './pot.ts';

const line = (kind: 'entry' | 'payout' | 'refund' | 'grant', amount: number, campaign?: string) => ({ kind, amount, at_unix_ms: 0, ...(campaign ? { campaign } : {}) });

describe('the pot', () => {
  it('is nothing in a free game', () => expect(potOf([line('grant', 1000), line('entry', -50, 'other')], 'c')).toBeUndefined());
  it('has an entry, and what became of it', () => {
    expect(potOf([line('entry', -50, 'c')], 'c')).toEqual({ entry: 50 });
    expect(potOf([line('payout', 150, 'c'), line('entry', -50, 'c')], 'c')).toEqual({ entry: 50, won: 150 });
    expect(potOf([line('refund', 50, 'c'), line('entry', -50, 'c')], 'c')).toEqual({ entry: 50, back: 50 });
  });
});

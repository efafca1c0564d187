import { describe, expect, it } from 'vitest';
import type { CampaignSummary, InboxItem } from '../../lib/api/types.ts';
import messages from '../../messages/en.json';
import { stillOwed } from './owing.ts';

const item = (n: number, key: string, parameters: Record<string, unknown>, campaign = 'c1'): InboxItem => ({
  n, campaign, key: `notice.${key}`, parameters: parameters as InboxItem['parameters'], at_unix_ms: 1, read: false, owes: true,
});
const owing = (...what: string[]): Map<string, CampaignSummary> =>
  new Map([['c1', { id: 'c1', owed: what.map((each) => ({ what: each, due_unix_ms: 5 })) } as unknown as CampaignSummary]]);

describe('stillOwed', () => {
  it('marks what the account still owes, and nothing that was answered or lapsed', () => {
    const items = [item(4, 'war_declared', { war: 'w2' }), item(3, 'your_turn', { turn: 7 }), item(2, 'war_declared', { war: 'w1' }), item(1, 'your_turn', { turn: 3 })];
    expect([...stillOwed(items, owing('turn:7', 'answer:w2', 'move:c1-w1')).keys()]).toEqual([4, 3]);
    expect(stillOwed(items, owing()).size).toBe(0);
  });
  it('marks only the newest notice of a thing', () => {
    const items = [item(9, 'stakes_raised', { war: 'w1' }), item(5, 'stakes_raised', { war: 'w1' }), item(3, 'your_pick', {}), item(2, 'your_pick', {})];
    expect([...stillOwed(items, owing('raise:w1:3', 'pick:12')).entries()].map(([n, owed]) => [n, owed.what])).toEqual([[9, 'raise:w1:3'], [3, 'pick:12']]);
  });
  it('doesn’t mistake war 1 for war 12, nor another campaign’s', () => {
    expect(stillOwed([item(1, 'war_declared', { war: 'w1' })], owing('answer:w12')).size).toBe(0);
    expect(stillOwed([item(1, 'stakes_raised', { war: 'w1' })], owing('raise:w12:1')).size).toBe(0);
    expect(stillOwed([item(1, 'your_turn', { turn: 1 }, 'c2')], owing('turn:1')).size).toBe(0);
  });
  it('trusts a notice of an unknown ruleset while its campaign owes anything', () => {
    expect(stillOwed([item(2, 'orders_due', {})], owing('orders:3')).size).toBe(1);
    expect(stillOwed([item(2, 'orders_due', {})], owing()).size).toBe(0);
  });
  it('knows orders and battles whose windows moved', () => {
    const items = [item(3, 'report', { battle: 'b4-bohemia' }), item(2, 'orders_wanted', { step: 5 })];
    expect([...stillOwed(items, owing('step:5+1:0', 'battle:b4-bohemia:reported1:0')).keys()]).toEqual([3, 2]);
    expect(stillOwed(items, owing('step:51:0', 'battle:b4-bohemia_sud:open0:0')).size).toBe(0);
  });
  it('leaves notices alone that never asked', () => {
    expect(stillOwed([{ ...item(1, 'your_turn', { turn: 7 }), owes: false }], owing('turn:7')).size).toBe(0);
  });
});

describe('what is owed', () => {
  it.each(['pick', 'secret', 'secretless', 'turn', 'answer', 'raise', 'redirect', 'peace', 'accord', 'host', 'move', 'step', 'battle', 'spawn'])('has words of its own: %s', (kind) => {
    expect(messages).toHaveProperty([`owed.${kind}`]);
  });
});

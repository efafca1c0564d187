import { describe, expect, it } from 'vitest';
import { outlook, progress, standings, unities, unityName, waitedFor } from './board.ts';
import type { BattleView, KingdomView, PublicView } from './types.ts';

const kingdom = (provinces: number, units: number, more: Partial<KingdomView> = {}): KingdomView => ({ provinces, units, creation: 3, ...more });

describe('the kingdoms', () => {
  it('stand in the order of provinces, then units; who is out comes last', () => {
    const game = { kingdoms: { 0: kingdom(4, 9), 1: kingdom(0, 0, { out: true }), 2: kingdom(4, 12), 3: kingdom(7, 7) } } as unknown as PublicView;
    expect(standings(game)).toEqual([3, 2, 0, 1]);
  });
  it('are waited for until they are ready, not until they have sent', () => {
    const states: Partial<KingdomView>[] = [{}, { commitment: 'ab' }, { commitment: 'ab', ready: true }, { nothing_to_order: true, ready: true }, { dormant: true }, { out: true }, { dormant: true, commitment: 'ab' }];
    expect(states.map((state) => progress(kingdom(1, 1, state)))).toEqual(['waiting', 'sent', 'ready', 'nothing', 'dormant', 'out', 'sent']);
    const game = { kingdoms: Object.fromEntries(states.map((state, seat) => [seat, kingdom(1, 1, state)])) } as unknown as PublicView;
    expect(waitedFor(game)).toEqual([0, 1, 6]);
  });
});

describe('a battle’s outlook', () => {
  const battle = { attacker: 0, defender: 1, attacker_units: 4, defender_units: 6, rounds: 8 } as BattleView;
  it('leaves the winner their share of the units', () => {
    expect(outlook(battle, { attacker_wins: 4, defender_wins: 3, drawn: 1 })).toEqual({ winner: 0, survivors: 2, taken: true });
    expect(outlook(battle, { attacker_wins: 3, defender_wins: 3, drawn: 2 })).toEqual({ winner: 1, survivors: 2, taken: false });
    expect(outlook(battle, { attacker_wins: 0, defender_wins: 0, drawn: 8 })).toEqual({ winner: 1, survivors: 1, taken: false });
  });
});

describe('unities', () => {
  it('are what the places are tagged with', () => {
    const place = (id: string, ...tags: string[]): [string, never] => [id, { id, tags } as never];
    const found = unities({ places: new Map([place('a', 'unity:x'), place('b', 'unity:y'), place('c', 'unity:x', 'port')]) });
    expect(found.map(({ key, places }) => [key, [...places]])).toEqual([['x', ['a', 'c']], ['y', ['b']]]);
  });
  it('are called as their map says, in the reader’s language where it can', () => {
    const map = { unities: { woods: { name: 'The Woods', names: { fa: 'بیشه‌ها' } } } };
    expect(['en', 'fa'].map((language) => unityName(map, 'woods', language))).toEqual(['The Woods', 'بیشه‌ها']);
    expect(unityName(map, 'old_coast', 'fa')).toBe('Old coast');
  });
});

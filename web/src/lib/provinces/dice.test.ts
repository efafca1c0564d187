import { describe, expect, it } from 'vitest';
import { compared, course, luck, pace, tied } from './dice.ts';
import type { AttackView } from './types.ts';

const fates = (dice: { fate: string }[]): string[] => dice.map((die) => die.fate);

describe('a throw', () => {
  it('compares the highest first, and a tie is the defender’s', () => {
    const { attack, defence } = compared({ attack: [2, 6, 4], defence: [5, 4] });
    expect(attack.map((die) => die.face)).toEqual([6, 4, 2]);
    expect(fates(attack)).toEqual(['won', 'beaten', 'idle']);
    expect(fates(defence)).toEqual(['beaten', 'won']);
    expect(tied({ attack: [2, 6, 4], defence: [5, 4] })).toBe(true);
    expect(tied({ attack: [6, 6], defence: [5] })).toBe(false);
  });
  it('leaves dice idle that meet none', () => {
    expect(fates(compared({ attack: [3], defence: [2, 2] }).defence)).toEqual(['beaten', 'idle']);
  });
});

describe('an attack', () => {
  it('is told throw by throw, backwards from how it ended', () => {
    const thrown = (attack_lost: number, defence_lost: number) => ({ n: 0, attack: [], defence: [], attack_lost, defence_lost, key: '' });
    const attack = { throws: [thrown(1, 1), thrown(0, 2)], taken: true, moved_in: 3 } as unknown as AttackView;
    expect(course(attack, 2, 3)).toEqual([{ attackers: 6, defenders: 3 }, { attackers: 5, defenders: 2 }, { attackers: 5, defenders: 0 }]);
  });
  it('never takes long to show', () => {
    for (const throws of [1, 5, 20]) expect(pace(throws) * throws).toBeLessThanOrEqual(4500);
  });
});

describe('luck', () => {
  it('is the mean and the spread of the faces', () => {
    expect(luck([10, 10, 10, 10, 10, 10])).toEqual({ throws: 60, mean: 3.5, spread: 0, odd: false });
    expect(luck([30, 6, 6, 6, 6, 6]).odd).toBe(true);
    expect(luck([3, 0, 0, 0, 0, 0]).odd).toBe(false);
    expect(luck([0, 0, 0, 0, 0, 0]).throws).toBe(0);
  });
});

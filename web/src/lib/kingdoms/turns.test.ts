import { describe, expect, it } from 'vitest';
import { Turns, turnOf } from './turns.ts';
import type { AdjudicatedView, BattleView, PublicView } from './types.ts';

const step = (number: number, turn: number, units: number): AdjudicatedView => ({ number, turn, kind: number % 2 ? 'provision' : 'attacks', revealed: {}, before: { a: { units, owner: 0 } } });
const view = (turn: number, units: number, adjudicated?: AdjudicatedView, more: Partial<PublicView> = {}): PublicView =>
  ({ turn, provinces: { a: { units, owner: 0 } }, ...(adjudicated ? { adjudicated } : {}), ...more }) as PublicView;
const battle = (status: BattleView['status']): BattleView => ({ province: 'a', status }) as BattleView;

describe('turns of the past', () => {
  it('know their battles by the id', () => expect([turnOf('b12-anjou'), turnOf('x')]).toEqual([12, 0]));
  it('hold both steps, the newest of each battle, and the map around them', () => {
    const turns = new Turns();
    turns.add(view(1, 3));
    turns.add(view(1, 5, step(3, 1, 3)));
    turns.add(view(1, 4, step(4, 1, 5), { battles: { 'b1-a': battle('open') } }));
    turns.add(view(1, 4, step(4, 1, 5), { battles: { 'b1-a': battle('reported') } }));
    expect(turns.of(1)?.over).toBe(false);
    turns.add(view(2, 2, step(4, 1, 5), { battles: { 'b1-a': battle('settled') } }));
    turns.add(view(2, 9, step(5, 2, 2)));
    const first = turns.of(1);
    expect(first?.steps.map(({ number }) => number)).toEqual([3, 4]);
    expect(first?.battles).toEqual([battle('settled')]);
    expect([first?.before.a?.units, first?.after.a?.units, first?.over]).toEqual([3, 2, true]);
    expect([turns.numbers, turns.of(2)?.over, turns.of(3)]).toEqual([[1, 2], false, undefined]);
  });
});

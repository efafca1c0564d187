/** How a throw is looked at: the highest dice first, each with what became of it (rules, "Dice"). */
import type { AttackView, ThrowView } from './types.ts';

export interface Die {
  face: number;
  /** `won` and `beaten` were compared; `idle` met no die of the other side. */
  fate: 'won' | 'beaten' | 'idle';
}

const down = (dice: readonly number[]): number[] => [...dice].sort((a, b) => b - a);

/** Both sides' dice. A tie is the defender's. */
export function compared(thrown: Pick<ThrowView, 'attack' | 'defence'>): { attack: Die[]; defence: Die[] } {
  const attack = down(thrown.attack);
  const defence = down(thrown.defence);
  const fate = (mine: number, theirs: number | undefined, ties: boolean): Die['fate'] =>
    theirs === undefined ? 'idle' : mine > theirs || (ties && mine === theirs) ? 'won' : 'beaten';
  return {
    attack: attack.map((face, i) => ({ face, fate: fate(face, defence[i], false) })),
    defence: defence.map((face, i) => ({ face, fate: fate(face, attack[i], true) })),
  };
}

/** Some pair of dice was equal. */
export function tied({ attack, defence }: Pick<ThrowView, 'attack' | 'defence'>): boolean {
  const theirs = down(defence);
  return down(attack).some((face, i) => face === theirs[i]);
}

/** Units on both sides before each throw and after the last. */
export function course(attack: AttackView, origin: number, target: number): { attackers: number; defenders: number }[] {
  let attackers = origin + (attack.taken ? attack.moved_in : 0);
  let defenders = attack.taken ? 0 : target;
  const back = [{ attackers, defenders }];
  for (const thrown of [...attack.throws].reverse()) {
    attackers += thrown.attack_lost;
    defenders += thrown.defence_lost;
    back.push({ attackers, defenders });
  }
  return back.reverse();
}

/** How long a throw of many is shown, so that the whole takes a few seconds at most. */
export function pace(throws: number): number {
  return Math.max(220, Math.min(750, 4500 / Math.max(1, throws)));
}

export interface Luck {
  throws: number;
  mean: number;
  /** Chi-squared of the six faces against equal ones. */
  spread: number;
  /** Worse than nineteen of twenty such series (5 degrees of freedom). */
  odd: boolean;
}
const ONE_IN_TWENTY = 11.07;
/** Fewer dice say nothing. */
export const FEW_DICE = 30;

/** How a player's dice fell. @param faces how often 1, 2, ... 6 showed */
export function luck(faces: readonly number[]): Luck {
  const throws = faces.reduce((sum, count) => sum + count, 0);
  const mean = throws === 0 ? 0 : faces.reduce((sum, count, i) => sum + count * (i + 1), 0) / throws;
  const each = throws / 6;
  const spread = throws === 0 ? 0 : faces.reduce((sum, count) => sum + (count - each) ** 2 / each, 0);
  return { throws, mean, spread, odd: throws >= FEW_DICE && spread > ONE_IN_TWENTY };
}

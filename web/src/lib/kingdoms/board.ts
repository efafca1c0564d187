/** What the map and the kingdoms' figures say: unities, standings, who is waited for. */
import type { World } from '../map/world.ts';
import { plainWords } from '../options/fields.ts';
import type { BattleView, KingdomView, PublicView, Rounds } from './types.ts';

export interface Unity {
  key: string;
  places: ReadonlySet<string>;
}
const TAG = 'unity:';

/** Unities in the order of the map's places. */
export function unities(world: Pick<World, 'places'>): Unity[] {
  const found = new Map<string, Set<string>>();
  for (const place of world.places.values()) {
    const key = place.tags?.find((tag) => tag.startsWith(TAG))?.slice(TAG.length);
    if (key !== undefined) found.set(key, (found.get(key) ?? new Set()).add(place.id));
  }
  return [...found].map(([key, places]) => ({ key, places }));
}

/** A unity's name as the map has it; of a map that names none, its key. */
export function unityName({ unities: named }: Pick<World, 'unities'>, key: string, language: string): string {
  const unity = named[key];
  return unity?.names?.[language] ?? unity?.name ?? plainWords(key);
}

/** Who is in play first, then most provinces, then most units. */
export function standings(game: PublicView): number[] {
  const rank = (seat: number): readonly number[] => {
    const kingdom = game.kingdoms[seat];
    return [kingdom?.out ? 1 : 0, -(kingdom?.provinces ?? 0), -(kingdom?.units ?? 0), seat];
  };
  return Object.keys(game.kingdoms).map(Number).sort((a, b) => {
    const [mine, theirs] = [rank(a), rank(b)];
    const at = mine.findIndex((value, i) => value !== theirs[i]);
    return at < 0 ? 0 : mine[at]! - theirs[at]!;
  });
}

/** How far a kingdom is with the open step. Submitted isn't ready. */
export type Progress = 'out' | 'nothing' | 'ready' | 'sent' | 'dormant' | 'waiting';

export function progress(kingdom: KingdomView): Progress {
  if (kingdom.out) return 'out';
  if (kingdom.nothing_to_order) return 'nothing';
  if (kingdom.ready) return 'ready';
  if (kingdom.commitment) return 'sent';
  return kingdom.dormant ? 'dormant' : 'waiting';
}

/** Kingdoms that the step waits for. */
export const waitedFor = (game: PublicView): number[] =>
  Object.entries(game.kingdoms).filter(([, kingdom]) => ['sent', 'waiting'].includes(progress(kingdom))).map(([seat]) => Number(seat));

export interface Outlook {
  winner: number;
  survivors: number;
  taken: boolean;
}

/** What a battle would come to with these rounds (rules, "Battles"): equal wins are the defender's. */
export function outlook(battle: BattleView, { attacker_wins, defender_wins }: Rounds): Outlook {
  const taken = attacker_wins > defender_wins;
  const [units, wins] = taken ? [battle.attacker_units, attacker_wins] : [battle.defender_units, defender_wins];
  return { winner: taken ? battle.attacker : battle.defender, survivors: Math.max(1, Math.floor((units * wins) / battle.rounds)), taken };
}

/** What may be done now, as far as the map shows it at once; the server decides (rules, "A turn"). */
import type { PublicView } from './types.ts';

export type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;
/** The three phases of a turn, as a player goes through them. */
export type Phase = 'reinforce' | 'attack' | 'move';

const owned = (game: PublicView, seat: number) => (id: string): boolean => game.provinces[id]?.owner === seat;

/** Bordering provinces that can be attacked from one's own; none from where only one unit stands. */
export function targets(game: PublicView, neighbours: Neighbours, seat: number, origin: string): string[] {
  if (game.provinces[origin]?.owner !== seat || (game.provinces[origin]?.units ?? 0) < 2) return [];
  return [...(neighbours.get(origin) ?? [])].filter((id) => !owned(game, seat)(id));
}

/** Own bordering provinces that units can go to. */
export function havens(game: PublicView, neighbours: Neighbours, seat: number, origin: string): string[] {
  if (game.provinces[origin]?.owner !== seat || (game.provinces[origin]?.units ?? 0) < 2) return [];
  return [...(neighbours.get(origin) ?? [])].filter(owned(game, seat));
}

const reach = { attack: targets, move: havens };

/** Where to, by origin, in a phase that goes from one province to another. */
export function ways(game: PublicView, neighbours: Neighbours, seat: number, phase: 'attack' | 'move'): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const id of Object.keys(game.provinces)) {
    const to = reach[phase](game, neighbours, seat, id);
    if (to.length > 0) found.set(id, to);
  }
  return found;
}

/** The phases that are open now. */
export function open(game: PublicView, neighbours: Neighbours, seat: number): Phase[] {
  const { turn } = game;
  if (!turn || turn.seat !== seat) return [];
  if (turn.step === 'reinforce') return ['reinforce'];
  if (turn.step === 'end') return [];
  const attacks = turn.attacks < turn.most_attacks && ways(game, neighbours, seat, 'attack').size > 0;
  const moves = ways(game, neighbours, seat, 'move').size > 0;
  return [...(attacks ? (['attack'] as const) : []), ...(moves ? (['move'] as const) : [])];
}

/** The phase that is being played: the wish if it is open, else the first that is. */
export function phaseNow(open: readonly Phase[], wish: Phase | undefined): Phase | undefined {
  return wish !== undefined && open.includes(wish) ? wish : open[0];
}

/** How many may move in if a province falls: at least the dice of the last throw, and one stays behind. */
export const moveInRange = (units: number): { least: number; most: number } => ({ least: Math.min(1, units - 1), most: units - 1 });

/** Standings: who is in play first, then most provinces, then most units. */
export function standings(game: PublicView): number[] {
  const rank = (seat: number): readonly number[] => {
    const player = game.players[seat];
    return [player?.out ? 1 : 0, -(player?.provinces ?? 0), -(player?.units ?? 0), seat];
  };
  return Object.keys(game.players).map(Number).sort((a, b) => {
    const [mine, theirs] = [rank(a), rank(b)];
    const at = mine.findIndex((value, i) => value !== theirs[i]);
    return at < 0 ? 0 : mine[at]! - theirs[at]!;
  });
}

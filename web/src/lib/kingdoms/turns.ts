/** What became of each turn, gathered from the views of a campaign in their order. */
import type { AdjudicatedView, BattleView, ProvinceView, PublicView } from './types.ts';

type Provinces = Readonly<Record<string, ProvinceView>>;

export interface Turn {
  /** 0: the two starting turns. */
  turn: number;
  /** Adjudicated steps, in their order. */
  steps: readonly AdjudicatedView[];
  battles: readonly BattleView[];
  before: Provinces;
  /** At its end, or as it stands now. */
  after: Provinces;
  /** Nothing of it can change any more but by a correction. */
  over: boolean;
}

/** The turn of a battle, from its id `b<turn>-<province>`. */
export const turnOf = (battle: string): number => Number(/^b(\d+)-/u.exec(battle)?.[1] ?? 0);

export class Turns {
  private readonly steps = new Map<number, AdjudicatedView>();
  private readonly battles = new Map<string, BattleView>();
  private readonly after = new Map<number, Provinces>();
  private readonly first = new Map<number, Provinces>();
  private now = 0;
  private ended = false;

  add(game: PublicView): void {
    const { adjudicated } = game;
    this.now = game.turn;
    this.ended = game.ended !== undefined;
    for (const [id, battle] of Object.entries(game.battles ?? {})) this.battles.set(id, battle);
    if (!adjudicated) return;
    this.steps.set(adjudicated.number, adjudicated);
    if (!this.first.has(adjudicated.turn)) this.first.set(adjudicated.turn, adjudicated.before ?? {});
    // A correction may change the map until the next orders are adjudicated.
    this.after.set(adjudicated.turn, game.provinces);
  }

  /** Turns of which anything is known, the first first. */
  get numbers(): number[] {
    return [...this.after.keys()].sort((a, b) => a - b);
  }

  of(turn: number): Turn | undefined {
    const after = this.after.get(turn);
    if (!after) return undefined;
    return {
      turn,
      steps: [...this.steps.values()].filter((step) => step.turn === turn).sort((a, b) => a.number - b.number),
      battles: [...this.battles].filter(([id]) => turnOf(id) === turn).map(([, battle]) => battle),
      before: this.first.get(turn) ?? {},
      after,
      over: this.ended || turn < this.now,
    };
  }
}

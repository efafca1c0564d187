/** Keeps each seal this browser saw, and checks every throw by it. Seals outlive a reload of the page. */
import { canCheck, check, isWrong, type Verdict } from './fair.ts';
import type { ProvincesView, ThrowView } from './types.ts';

export interface Checked {
  thrown: ThrowView;
  verdict: Verdict;
}
const KEPT = 500;

export class Checker {
  /** Throws that were checked, the newest first. */
  checked = $state.raw<readonly Checked[]>([]);
  readonly able = canCheck();
  readonly wrong = $derived(this.checked.filter(({ verdict }) => isWrong(verdict)));
  private readonly seals: Map<number, string>;
  private readonly known = new Set<number>();
  private readonly name: string;

  constructor(campaign: string) {
    this.name = `warboard.seals.${campaign}`;
    this.seals = new Map(recalled(this.name));
  }

  /** What became of a throw; undefined while that isn't known. */
  verdict(n: number): Verdict | undefined {
    return this.checked.find(({ thrown }) => thrown.n === n)?.verdict;
  }

  /** A view as it came: its last throws are checked, the seal of the next one is kept. */
  look({ campaign, game }: ProvincesView): void {
    const throws = game.last_attack?.throws ?? [];
    const seal = throws[0] && this.seals.get(throws[0].n);
    for (const [i, thrown] of throws.entries()) void this.prove(thrown, campaign, seal, throws[i - 1]);
    if (this.seals.has(game.thrown)) return;
    this.seals.set(game.thrown, game.seal);
    for (const n of this.seals.keys()) if (n < game.thrown - KEPT) this.seals.delete(n);
    keep(this.name, [...this.seals]);
  }

  private async prove(thrown: ThrowView, { id, salt }: ProvincesView['campaign'], seal?: string, before?: ThrowView): Promise<void> {
    if (!this.able || this.known.has(thrown.n)) return;
    this.known.add(thrown.n);
    const verdict = await check(thrown, id, salt, seal, before);
    this.checked = [{ thrown, verdict }, ...this.checked].sort((a, b) => b.thrown.n - a.thrown.n);
  }
}

function recalled(name: string): [number, string][] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as [number, string][];
  } catch {
    return [];
  }
}
function keep(name: string, seals: [number, string][]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(seals));
  } catch {
    // full or forbidden: the seals last as long as the page
  }
}

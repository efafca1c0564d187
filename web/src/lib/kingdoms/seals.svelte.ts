/** Keeps each commitment this browser saw while a step was open, and checks by it what is shown when the step is over. */
import { canonical } from './canonical.ts';
import { canSeal, check, commitmentOf, type Verdict } from './seal.ts';
import type { AdjudicatedView, KingdomsView } from './types.ts';

/** Steps whose commitments are kept. */
const KEPT = 6;

export class Seals {
  readonly able = canSeal();
  /** What became of the orders of adjudicated steps, by `step/seat`. */
  verdicts = $state.raw<Readonly<Record<string, Verdict>>>({});
  /** Whether the public commitment is what the viewer's own orders make; undefined while that isn't known. */
  own = $state<boolean>();
  private readonly seen: Map<string, string>;
  private readonly name: string;
  private asked?: string;

  constructor(campaign: string) {
    this.name = `warboard.commitments.${campaign}`;
    this.seen = new Map(recalled(this.name));
  }

  of = (step: number, seat: number | string): Verdict | undefined => this.verdicts[`${step}/${seat}`];
  readonly wrong = $derived(Object.entries(this.verdicts).filter(([, verdict]) => verdict === 'wrong'));

  /** @param whole the view doesn't follow the last one: orders may have been changed in between */
  look({ game, mine, you }: KingdomsView, whole: boolean): void {
    if (game.adjudicated && this.able) void this.prove(game.adjudicated, !whole);
    const { step } = game;
    if (step) {
      for (const [seat, { commitment }] of Object.entries(game.kingdoms)) {
        // A correction of the last battles may have dropped orders that it made impossible.
        if (commitment) this.seen.set(`${step.number}/${seat}`, commitment);
        else this.seen.delete(`${step.number}/${seat}`);
      }
      for (const key of this.seen.keys()) if (Number.parseInt(key, 10) <= step.number - KEPT) this.seen.delete(key);
      keep(this.name, [...this.seen]);
    }
    const told = you && step && mine?.step === step.number ? game.kingdoms[you.seat]?.commitment : undefined;
    if (told !== this.asked) {
      this.asked = told;
      this.own = undefined;
      if (told && mine?.orders && mine.nonce && this.able) void this.proveOwn(told, mine.nonce, canonical(mine.orders));
    }
  }

  private async proveOwn(told: string, nonce: string, text: string): Promise<void> {
    const made = await commitmentOf(nonce, text);
    if (this.asked === told) this.own = made === told;
  }

  private async prove({ number, revealed }: AdjudicatedView, firm: boolean): Promise<void> {
    const fresh = Object.entries(revealed).filter(([seat]) => this.of(number, seat) === undefined);
    if (fresh.length === 0) return;
    const found = await Promise.all(fresh.map(async ([seat, orders]) => {
      const known = this.seen.get(`${number}/${seat}`);
      // A bot that stands in may replace orders in the very moment in which the step is adjudicated.
      const last = firm && orders.by !== 'bot';
      return [`${number}/${seat}`, await check(orders, last || known === orders.commitment ? known : undefined)] as const;
    }));
    this.verdicts = { ...this.verdicts, ...Object.fromEntries(found) };
  }
}

function recalled(name: string): [string, string][] {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}
function keep(name: string, seen: [string, string][]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(seen));
  } catch {
    // full or forbidden: they last as long as the page
  }
}

/** Orders that aren't sent yet, kept in this browser: one draft a seat, of its newest step. */
import { recall, remember } from '../storage.ts';
import type { Orders, StepKind } from './types.ts';

export interface Storage {
  recall: (name: string) => string | undefined;
  remember: (name: string, value: string | undefined) => void;
}

interface Kept {
  orders?: Orders;
  text?: string;
}

export class Drafts {
  private readonly name: string;

  constructor(campaign: string, seat: number, private readonly storage: Storage = { recall, remember }) {
    this.name = `orders.${campaign}.${seat}`;
  }

  /** The draft of this step; a draft of another step is worth nothing any more. */
  of(step: number, kind: StepKind): Orders | undefined {
    const { orders } = this.kept(step);
    return orders?.kind === kind ? orders : undefined;
  }
  /** The orders as they were being written. */
  textOf = (step: number): string | undefined => this.kept(step).text;

  keep(step: number, change: Kept): void {
    this.storage.remember(this.name, JSON.stringify({ ...this.kept(step), ...change, step }));
  }
  private kept(step: number): Kept {
    try {
      const kept = JSON.parse(this.storage.recall(this.name) ?? 'null') as (Kept & { step?: number }) | null;
      return kept?.step === step ? kept : {};
    } catch {
      return {};
    }
  }
  /** They were sent, so that the server has them. */
  drop(): void {
    this.storage.remember(this.name, undefined);
  }
}

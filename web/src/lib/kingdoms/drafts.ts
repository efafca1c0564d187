/** Orders that aren't sent yet, kept in this browser: one draft a seat, of its newest step. */
import { recall, remember } from '../storage.ts';
import type { Orders, StepKind } from './types.ts';

export interface Storage {
  recall: (name: string) => string | undefined;
  remember: (name: string, value: string | undefined) => void;
}

export class Drafts {
  private readonly name: string;

  constructor(campaign: string, seat: number, private readonly storage: Storage = { recall, remember }) {
    this.name = `orders.${campaign}.${seat}`;
  }

  /** The draft of this step; a draft of another step is worth nothing any more. */
  of(step: number, kind: StepKind): Orders | undefined {
    try {
      const kept = JSON.parse(this.storage.recall(this.name) ?? 'null') as { step?: number; orders?: Orders } | null;
      return kept?.step === step && kept.orders?.kind === kind ? kept.orders : undefined;
    } catch {
      return undefined;
    }
  }
  keep(step: number, orders: Orders): void {
    this.storage.remember(this.name, JSON.stringify({ step, orders }));
  }
  /** They were sent, so that the server has them. */
  drop(): void {
    this.storage.remember(this.name, undefined);
  }
}

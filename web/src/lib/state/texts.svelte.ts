/** Players' words, by the ids that views and lines hold: asked for once, and kept while the page is open. */
import { Refused } from '../api/http.ts';
import { rest } from '../api/rest.ts';
import type { Problem, Words } from '../api/types.ts';
import { spectatorLink } from './spectatorLink.ts';

class Texts {
  private known = $state.raw<Record<string, Words>>({});
  private failed = $state.raw<Record<string, Problem>>({});
  private readonly asked = new Set<string>();

  /** Undefined until it is here. */
  of(text: string): Words | undefined {
    return this.known[text];
  }
  problem(text: string): Problem | undefined {
    return this.failed[text];
  }

  async ask(campaign: string, text: string): Promise<void> {
    if (this.asked.has(text)) return;
    this.asked.add(text);
    try {
      this.known = { ...this.known, [text]: await rest.text(campaign, text, spectatorLink(campaign)) };
    } catch (error) {
      this.asked.delete(text); // the next to show it asks again
      if (!(error instanceof Refused)) throw error;
      this.failed = { ...this.failed, [text]: error.problem };
    }
  }

  /** One's own. */
  async erase(campaign: string, text: string): Promise<void> {
    await rest.eraseText(campaign, text);
    this.known = { ...this.known, [text]: { erased: true, yours: true } };
  }
}

export const texts = new Texts();

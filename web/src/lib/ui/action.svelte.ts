/** A button's press: busy while it runs, the refusal afterwards. */
import type { Problem } from '../api/types.ts';
import { asProblem } from './problem.ts';

export class Press {
  busy = $state(false);
  problem = $state.raw<Problem>();

  /** Runs it unless a press is still running. True if it went well. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = undefined;
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = asProblem(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

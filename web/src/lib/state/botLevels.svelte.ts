/** What the levels of bots are worth, asked for once. */
import { rest } from '../api/rest.ts';
import type { BotLevel } from '../api/types.ts';

class BotLevels {
  /** The levels, without ratings until they are known. */
  all = $state.raw<(Pick<BotLevel, 'level'> & Partial<BotLevel>)[]>([1, 2, 3, 4, 5, 6, 7, 8].map((level) => ({ level })));
  private asked = false;

  load(): void {
    if (this.asked) return;
    this.asked = true;
    rest.botLevels().then(
      (answer) => (this.all = answer.levels),
      () => (this.asked = false),
    );
  }
}

export const botLevels = new BotLevels();

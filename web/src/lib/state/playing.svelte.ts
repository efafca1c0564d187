/** How this browser's user likes to play chess. */
import { recall, remember } from '../storage.ts';

class Playing {
  /** Moves are confirmed before they are sent. */
  confirm = $state(recall('confirm-moves') === 'yes');

  toggleConfirm(): void {
    this.confirm = !this.confirm;
    remember('confirm-moves', this.confirm ? 'yes' : undefined);
  }
}

export const playing = new Playing();

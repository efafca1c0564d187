/** Makes a room with bots, three unless told, and starts it. Resolves with the campaign's id. */
import { Refused } from '../../lib/api/http.ts';
import { rest } from '../../lib/api/rest.ts';
import type { Room } from '../../lib/api/types.ts';
import { session } from '../../lib/state/session.svelte.ts';

const PATIENCE_MS = 30_000;

export interface Rivals {
  /** A bot each. */
  levels: readonly number[];
  options?: Record<string, unknown>;
}

export async function playBots(ruleset: string, name: string, step: (n: number) => void, { levels, options }: Rivals = { levels: [2, 3, 4] }): Promise<string> {
  const rules = session.rulesets?.find((each) => each.name === ruleset);
  step(1);
  const { room } = await rest.createRoom({ ruleset, name, seats: levels.length + 1, options: options ?? rules?.defaults ?? {}, public: false });
  step(2);
  for (const level of levels) await rest.addBot(room.id, level);
  step(3);
  return startRoom(room.id);
}

/** Start a room and wait until its campaign is there. */
export async function startRoom(id: string): Promise<string> {
  const { room } = await rest.start(id);
  if (room.campaign) return room.campaign;
  return new Promise((resolve, reject) => {
    const over = (): void => {
      clearTimeout(limit);
      clearInterval(poll);
      stop();
    };
    const finish = (given: Room): void => {
      if (!given.campaign && !given.start_refused) return;
      over();
      if (given.campaign) resolve(given.campaign);
      else if (given.start_refused) reject(new Refused(given.start_refused));
    };
    const stop = session.socket.watch(`room:${id}`, (message) => {
      if (message.t === 'room') finish(message.room as Room);
    });
    // The socket may be down just now: ask as well.
    const poll = setInterval(() => void rest.room(id).then((answer) => finish(answer.room), () => undefined), 1500);
    const limit = setTimeout(() => {
      over();
      reject(new Refused({ code: 'start_slow', sentence: 'The campaign is taking long to start.' }));
    }, PATIENCE_MS);
  });
}

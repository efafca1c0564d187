/**
 * What is asked for again because no answer came is the same click: it has the same key, so it happens once.
 *
 * Only what nobody knows the outcome of is kept, by its content, in this page's memory and for a while: after that, or
 * once an answer came, the same words are a new wish.
 */
import { clickKey } from './chance.ts';
import { Refused } from './http.ts';

/** How long a key waits for the same thing to be asked for again, in ms. */
export const KEPT_MS = 5 * 60_000;
/** Keys kept at once; the oldest goes first. */
const MOST = 50;

const kept = new Map<string, { key: string; until: number }>();

/** Nobody knows whether what was refused in this way came through. */
const open = ({ problem: { code, status = 0 } }: Refused): boolean => code === 'no_answer' || code === 'offline' || [502, 503, 504].includes(status);

/**
 * Ask with a key; with the one of before if the same thing was asked for and not answered.
 *
 * @param what all that makes it the same thing (JSON)
 * @param fresh makes a new key
 */
export async function once<T>(what: unknown, ask: (key: string) => Promise<T>, fresh: () => string = clickKey): Promise<T> {
  const name = JSON.stringify(what);
  const before = kept.get(name);
  kept.delete(name);
  const key = before && before.until > Date.now() ? before.key : fresh();
  try {
    return await ask(key);
  } catch (error) {
    if (error instanceof Refused && open(error)) keep(name, key);
    throw error;
  }
}

function keep(name: string, key: string): void {
  kept.set(name, { key, until: Date.now() + KEPT_MS });
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

/** The list of open rooms, newest first, of which the server tells a page at a time. */
import type { Room } from '../../lib/api/types.ts';

type Listed = Pick<Room, 'id' | 'created_unix_ms'>;
const older = (a: Listed, b: Listed): boolean => a.created_unix_ms < b.created_unix_ms || (a.created_unix_ms === b.created_unix_ms && a.id < b.id);

/** The first page anew: later pages stay, and what new rooms have pushed out of the first one. */
export function refreshed<R extends Listed>(known: readonly R[], first: readonly R[]): R[] {
  const last = first.at(-1);
  return last ? [...first, ...known.filter((room) => older(room, last))] : [];
}

/** With one page more. */
export function extended<R extends Listed>(known: readonly R[], page: readonly R[]): R[] {
  const ids = new Set(known.map((room) => room.id));
  return [...known, ...page.filter((room) => !ids.has(room.id))];
}

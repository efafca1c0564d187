/** The way to Lichess and back: where in the client it began. Storage may be forbidden; then the way ends in the lobby. */
import { rest } from '../../lib/api/rest.ts';

const NAME = 'warboard.lichess_from';

export async function goToLichess(): Promise<void> {
  const { url } = await rest.lichessStart();
  try {
    sessionStorage.setItem(NAME, location.pathname + location.search);
  } catch {
    /* not kept, then */
  }
  location.assign(url);
}

/** The path itself if it is one of this client, else the lobby. */
export function ownPath(from: string | null, origin: string): string {
  return from?.startsWith('/') && new URL(from, origin).origin === origin ? from : '/';
}

export function wayBack(): string {
  try {
    const from = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    return ownPath(from, location.origin);
  } catch {
    return '/';
  }
}

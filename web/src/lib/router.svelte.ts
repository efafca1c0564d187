/** Paths of the client; the gateway answers each with index.html. */
import { offerOf, type Offer } from './offer.ts';

export type Route =
  | { page: 'lobby' }
  | { page: 'room'; room: string; invite?: string }
  | { page: 'campaign'; campaign: string; offer?: Offer }
  | { page: 'game'; campaign: string; game: string }
  | { page: 'turn'; campaign: string; turn: number }
  | { page: 'sheets'; campaign: string }
  | { page: 'rules' }
  | { page: 'inbox' }
  | { page: 'sign-in' }
  | { page: 'lichess' }
  | { page: 'lost' };

export function parse(path: string, search = ''): Route {
  const [first, id, second, game, ...more] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === undefined) return { page: 'lobby' };
  if (first === 'rules' && id === undefined) return { page: 'rules' };
  if (first === 'inbox' && id === undefined) return { page: 'inbox' };
  if (first === 'sign-in' && id === undefined) return { page: 'sign-in' };
  if (first === 'lichess' && id === undefined) return { page: 'lichess' };
  if (first === 'rooms' && id && second === undefined) {
    const invite = new URLSearchParams(search).get('invite') ?? undefined;
    return { page: 'room', room: id, ...(invite === undefined ? {} : { invite }) };
  }
  if (first === 'campaigns' && id && second === undefined) {
    const offer = offerOf(search);
    return { page: 'campaign', campaign: id, ...(offer ? { offer } : {}) };
  }
  if (first === 'campaigns' && id && second === 'games' && game && more.length === 0) return { page: 'game', campaign: id, game };
  if (first === 'campaigns' && id && second === 'turns' && game && /^\d{1,4}$/u.test(game) && more.length === 0) return { page: 'turn', campaign: id, turn: Number(game) };
  if (first === 'campaigns' && id && second === 'sheets' && game === undefined) return { page: 'sheets', campaign: id };
  return { page: 'lost' };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState']({}, '', path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = parse(location.pathname, location.search);
  }

  /** Plain left clicks on links of this client don't reload the page. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();

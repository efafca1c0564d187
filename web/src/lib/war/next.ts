/** The one next action of a campaign: what the viewer owes first, else what everybody waits for. */
import type { Game } from '../api/types.ts';
import type { MessageKey } from '../i18n/i18n.svelte.ts';
import type { Values } from '../i18n/format.ts';
import type { PrivateView, PublicView, WarView } from './types.ts';

export interface Duty {
  key: MessageKey;
  values: Values;
  due?: number;
  /** The viewer must act. */
  mine: boolean;
  open?: { kind: 'turn' | 'draft' | 'secret' | 'war' | 'game' | 'diplomacy'; id?: string };
}

export interface Names {
  seat: (seat: number) => string;
  place: (id: string) => string;
}

export function toMove(game: Game): 'white' | 'black' {
  return game.ply % 2 === 0 ? 'white' : 'black';
}

function answer(id: string, war: WarView, me: number | undefined, names: Names): Duty | undefined {
  const wait = war.awaiting;
  if (!wait || wait.seat === undefined) return undefined;
  const mine = wait.seat === me;
  const key = `next.${mine ? 'your' : 'their'}_${wait.what === 'answer' ? 'answer' : wait.what === 'raise' ? 'raise' : 'redirect'}` as MessageKey;
  const other = wait.seat === war.attacker ? war.defender : war.attacker;
  return {
    key,
    values: { place: names.place(war.target), who: names.seat(mine ? other : wait.seat) },
    ...(wait.due_unix_ms === undefined ? {} : { due: wait.due_unix_ms }),
    mine,
    open: { kind: 'war', id },
  };
}

/** Everything the viewer owes here, the most urgent first. */
export function duties(game: PublicView, mine: PrivateView | undefined, me: number | undefined, games: Record<string, Game>, names: Names): Duty[] {
  if (me === undefined || game.phase === 'ended') return [];
  const found: Duty[] = [];
  if (game.draft?.seat === me)
    found.push({ key: 'next.your_pick', values: { n: game.draft.left }, due: game.draft.due_unix_ms, mine: true, open: { kind: 'draft' } });
  if (game.choosing && mine?.secret?.options?.length)
    found.push({ key: 'next.your_secret', values: {}, due: game.choosing.due_unix_ms, mine: true, open: { kind: 'secret' } });
  if (game.turn?.seat === me) found.push({ key: 'next.your_turn', values: {}, due: game.turn.due_unix_ms, mine: true, open: { kind: 'turn' } });
  for (const [id, war] of Object.entries(game.wars ?? {})) {
    const duty = answer(id, war, me, names);
    if (duty?.mine) found.push(duty);
    const board = games[id];
    if (board && board.state !== 'over' && war.state === 'playing' && board.you === toMove(board))
      found.push({
        key: 'next.your_move',
        values: { place: names.place(war.target), who: names.seat(war.attacker === me ? war.defender : war.attacker) },
        ...moveDue(board),
        mine: true,
        open: { kind: 'game', id: board.id },
      });
  }
  for (const offer of Object.values(mine?.peace_offers ?? {}))
    if (offer.to === me && !offer.accepted)
      found.push({ key: 'next.peace_offer', values: { who: names.seat(offer.by) }, due: offer.due_unix_ms, mine: true, open: { kind: 'war', id: offer.war } });
  for (const offer of Object.values(mine?.accord_offers ?? {}))
    if (offer.to === me)
      found.push({ key: 'next.accord_offer', values: { who: names.seat(offer.by) }, due: offer.due_unix_ms, mine: true, open: { kind: 'diplomacy' } });
  return found.sort((a, b) => rank(a) - rank(b) || (a.due ?? Infinity) - (b.due ?? Infinity));
}

function rank(duty: Duty): number {
  return duty.open?.kind === 'turn' || duty.open?.kind === 'draft' || duty.open?.kind === 'secret' ? 0 : 1;
}

function moveDue(game: Game): { due?: number } {
  const { clocks } = game;
  if (!clocks.running || clocks.since_unix_ms === undefined) return {};
  return { due: clocks.since_unix_ms + (clocks.running === 'white' ? clocks.white_ms : clocks.black_ms) };
}

/** What everybody waits for when the viewer owes nothing. */
export function waiting(game: PublicView, me: number | undefined, names: Names): Duty {
  if (game.phase === 'ended') return { key: 'next.ended', values: {}, mine: false };
  if (game.stands_still) return { key: 'next.stands_still', values: {}, mine: false };
  if (game.draft) return { key: 'next.their_pick', values: { who: names.seat(game.draft.seat) }, due: game.draft.due_unix_ms, mine: false };
  if (game.choosing) return { key: 'next.secrets', values: { n: Object.values(game.secrets ?? {}).filter(({ ready, none }) => !ready && !none).length }, due: game.choosing.due_unix_ms, mine: false };
  if (game.turn) return { key: 'next.their_turn', values: { who: names.seat(game.turn.seat) }, due: game.turn.due_unix_ms, mine: false };
  const wars = Object.entries(game.wars ?? {}).filter(([, war]) => war.awaiting);
  for (const [id, war] of wars) {
    const duty = answer(id, war, me, names);
    if (duty) return duty;
  }
  const round = (game.round ?? 0) + 1;
  const due = game.next_round?.due_unix_ms === undefined ? {} : { due: game.next_round.due_unix_ms };
  if (game.next_round?.host) return { key: 'next.host', values: { round }, mine: false, ...due };
  if (wars.length > 0) return { key: 'next.wars', values: { n: wars.length }, mine: false, ...due };
  return { key: 'next.round', values: { round }, mine: false, ...due };
}

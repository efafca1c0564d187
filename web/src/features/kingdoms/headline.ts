/** The one line of what is to be done now, in words. */
import { waitedFor } from '../../lib/kingdoms/board.ts';
import { locale, t } from '../../lib/i18n/i18n.svelte.ts';
import type { PublicView } from '../../lib/kingdoms/types.ts';
import type { Realm } from './realm.svelte.ts';

export interface Headline {
  title: string;
  more: string;
  /** When it is over, ms. */
  due?: number;
  /** The viewer's own. */
  mine: boolean;
}

export function headline(realm: Realm): Headline {
  const { game, step } = realm;
  if (!game) return { title: '…', more: '', mine: false };
  if (game.ended) return { title: ending(realm), more: t(`king.ended_${game.ended}`, { n: game.need }), mine: false };
  if (realm.head?.status === 'parked') return { title: t('lobby.status_parked'), more: t('problem.parked'), mine: false };
  const more = moment(game);
  const line = step ? stepLine(realm) : battleLine(realm);
  if (game.paused) return { title: line.title, more: t('king.paused'), mine: line.mine };
  return { ...line, more };
}

/** "Turn 3 of 40 · Step 2: attacks". */
export function moment({ turn, last_turn: last, step }: PublicView): string {
  const when = turn === 0 ? t('king.start') : t('king.turn_of', { turn, last });
  return `${when} · ${step ? t(`king.step_${step.kind}`) : t('king.step_battles')}`;
}

function stepLine(realm: Realm): Headline {
  const { step, game, kingdom, ordering } = realm;
  const due = step === undefined ? {} : { due: step.due_unix_ms };
  const waiting = { title: t('king.waiting', { n: game ? waitedFor(game).length : 0 }), more: '', mine: false, ...due };
  if (!step || !kingdom || realm.me === undefined) return waiting;
  if (kingdom.out) return { ...waiting, title: t('king.you_are_out') };
  if (kingdom.nothing_to_order) return { ...waiting, title: t('king.nothing_to_order') };
  if (kingdom.ready) return waiting;
  if (realm.sent) return { title: t(realm.changed ? 'king.changed_not_sent' : 'king.sent_not_ready'), more: '', mine: true, ...due };
  return { title: t(`king.do_${step.kind}`, { n: ordering?.total ?? kingdom.creation }), more: '', mine: true, ...due };
}

function battleLine(realm: Realm): Headline {
  const open = realm.battles.filter(([, battle]) => battle.status !== 'settled');
  for (const act of ['answer', 'rule', 'choose_spawn', 'report'] as const) {
    const found = open.find(([id]) => realm.acts(id)[act]);
    if (found) return { title: t(`king.battle_${act}`, { place: realm.placeName(found[1].province) }), more: '', mine: true, due: act === 'choose_spawn' ? (found[1].spawn_until_unix_ms ?? found[1].due_unix_ms) : found[1].due_unix_ms };
  }
  const dues = open.map(([, battle]) => battle.due_unix_ms);
  return { title: t('king.battles_underway', { n: open.length }), more: '', mine: false, ...(dues.length > 0 ? { due: Math.max(...dues) } : {}) };
}

export function ending(realm: Realm): string {
  const winners = realm.game?.winners ?? [];
  if (winners.length === 0) return t('prov.nobody_won');
  if (winners.length === 1 && winners[0] === realm.me) return t('ended.you_won');
  return t('ended.won', { n: winners.length, who: locale.list(winners.map((seat) => realm.who(seat))) });
}

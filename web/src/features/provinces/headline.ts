/** The next action in words: what the viewer can do now, else who plays. */
import { t } from '../../lib/i18n/i18n.svelte.ts';
import type { PublicView } from '../../lib/provinces/types.ts';
import type { Table } from './table.svelte.ts';

export interface Headline {
  title: string;
  more: string;
}

export function headline(table: Table): Headline {
  const { game, turn, me } = table;
  if (!game) return { title: '…', more: '' };
  if (game.ended) return { title: ending(table), more: t(`prov.ended_${game.ended}`, { n: game.to_win }) };
  if (table.head?.status === 'parked') return { title: t('lobby.status_parked'), more: t('problem.parked') };
  if (!turn) return { title: '…', more: '' };
  const out = me === undefined ? undefined : game.players[me]?.out;
  if (table.mine) return mine(table);
  const title = t('prov.their_turn', { who: table.who(turn.seat) });
  if (out) return { title, more: t(`prov.you_${out}`) };
  if (me === undefined) return { title, more: t('prov.watching') };
  return { title, more: t(`prov.they_${turn.step}`) };
}

function mine(table: Table): Headline {
  const { turn, phase } = table;
  if (phase === 'reinforce') return { title: t('prov.your_reinforce', { n: turn?.to_place ?? 0 }), more: t('prov.then_attack') };
  if (phase === 'attack') return { title: t('prov.your_attack'), more: t('prov.attacks_left', { n: table.attacksLeft }) };
  if (phase === 'move') return { title: t('prov.your_move'), more: t('prov.move_optional') };
  return { title: t('prov.your_end'), more: t('prov.nothing_left') };
}

/** Whose turn it was. */
export function moment(table: Table, game: PublicView | undefined): string {
  if (game?.ended) return t('prov.over');
  return game?.turn ? t('prov.their_turn', { who: table.who(game.turn.seat) }) : '';
}

export function ending(table: Table): string {
  const winner = table.game?.winner;
  if (winner === undefined) return t('prov.nobody_won');
  return winner === table.me ? t('prov.you_won') : t('prov.won', { who: table.seatName(winner) });
}

/** How a seat stands that somebody may take over, in words that fit its game. */
import type { MessageKey } from '../../lib/i18n/i18n.svelte.ts';

interface Games {
  seats?: Record<string, { points?: number; population?: number } | undefined>;
  kingdoms?: Record<string, { provinces: number; units: number } | undefined>;
}

/** How the seat stands, for its message; undefined in games that say nothing of it. */
export function standingOf(game: unknown, seat: number): { key: MessageKey; figures: Record<string, number> } | undefined {
  const { seats, kingdoms } = game as Games;
  const kingdom = kingdoms?.[seat];
  if (kingdom) {
    const place = 1 + Object.values(kingdoms ?? {}).filter((other) => (other?.provinces ?? 0) > kingdom.provinces).length;
    return { key: 'take_over.kingdom', figures: { provinces: kingdom.provinces, units: kingdom.units, place } };
  }
  const empire = seats?.[seat];
  if (!empire) return undefined;
  const points = empire.points ?? 0;
  const place = 1 + Object.values(seats ?? {}).filter((other) => (other?.points ?? 0) > points).length;
  return { key: 'take_over.empire', figures: { points, place } };
}

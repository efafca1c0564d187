/** The end of a campaign: everybody's place, and what their points and places are made of. */
import type { PublicView, SecretMission, TitleName } from './types.ts';

export type Part =
  | { kind: 'mission'; name: string; points: number; round: number }
  | { kind: 'secret'; secret: SecretMission; points: number; round: number }
  | { kind: 'title'; title: TitleName; points: 1 };

/** The figures that part equal totals, in this order (rules section 12). */
export const TIE_ORDER = ['population', 'area', 'gdp'] as const;
export type TieFigure = (typeof TIE_ORDER)[number];

export interface Ranked {
  seat: number;
  place: number;
  points: number;
  /** Missions as they were scored, then titles. */
  parts: Part[];
  /** What decided among equal totals. */
  tie?: { figure: TieFigure; value: number };
}

type Ending = Pick<PublicView, 'outcome' | 'missions' | 'secrets' | 'titles' | 'seats'>;

/** Everybody by place. */
export function ranking(game: Ending): Ranked[] {
  const standings = Object.entries(game.outcome?.standings ?? {}).map(([seat, standing]) => ({ seat: Number(seat), ...standing }));
  return standings
    .map((one) => {
      const level = standings.filter((other) => other.points === one.points);
      const figure = level.some((other) => other.place !== one.place)
        ? TIE_ORDER.find((name) => level.some((other) => (other.figures?.[name] ?? 0) !== (one.figures?.[name] ?? 0)))
        : undefined;
      return {
        seat: one.seat, place: one.place, points: one.points, parts: partsOf(game, one.seat),
        ...(figure ? { tie: { figure, value: one.figures?.[figure] ?? 0 } } : {}),
      };
    })
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

function partsOf(game: Ending, seat: number): Part[] {
  const missions: Part[] = Object.entries(game.missions ?? {}).flatMap(([name, mission]) => {
    const round = mission.seats?.[seat]?.scored ?? 0;
    return round > 0 ? [{ kind: 'mission', name, points: mission.points, round } as const] : [];
  });
  const secret = game.secrets?.[seat]?.revealed;
  const rest = (game.seats?.[seat]?.mission_points ?? 0) - missions.reduce((sum, part) => sum + part.points, 0);
  const scored: Part[] = secret?.scored ? [...missions, { kind: 'secret', secret, points: rest, round: secret.scored }] : missions;
  const inOrder = scored.sort((a, b) => (a.kind === 'title' ? 0 : a.round) - (b.kind === 'title' ? 0 : b.round));
  const titles = Object.entries(game.titles ?? {}).filter(([, title]) => title?.holder === seat);
  return [...inOrder, ...titles.map(([title]) => ({ kind: 'title', title: title as TitleName, points: 1 }) as const)];
}

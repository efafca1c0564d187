/** What the lobby must know of a game before there is a room of it. */

export interface Kind {
  /** Bots have levels 1 to so many. */
  botLevels: number;
  /** Tables are practice, friendly or for coins. */
  coins: boolean;
  /** Options of a quick game against bots, where the defaults aren't the best for it. */
  quick?: Readonly<Record<string, unknown>>;
}
const KINDS: Readonly<Record<string, Kind>> = {
  provinces: { botLevels: 3, coins: true },
  // Nobody fights a bot in another game.
  kingdoms: { botLevels: 3, coins: false, quick: { battles: 'simulated' } },
};
const PLAIN: Kind = { botLevels: 8, coins: false };

export const kindOf = (ruleset: string): Kind => KINDS[ruleset] ?? PLAIN;

/** The game whose rule book is Persian comes first to who reads Persian. */
export function inOrder<R extends { name: string }>(rulesets: readonly R[], language: string): R[] {
  const first = (one: R): boolean => language === 'fa' && one.name === 'provinces';
  return [...rulesets].sort((a, b) => Number(first(b)) - Number(first(a)));
}

/** Levels have names, and how many bots and how strong is asked before a quick game. */
export const asksBots = (kind: Kind): boolean => kind.botLevels < PLAIN.botLevels;

/** The keys of names for few levels; bots of more have numbers. */
export const levelKey = (level: number, levels: number): 'bot.easy' | 'bot.normal' | 'bot.hard' | undefined =>
  levels === 3 ? (['bot.easy', 'bot.normal', 'bot.hard'] as const)[level - 1] : undefined;

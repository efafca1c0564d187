/** What a map shows besides its shapes: plain sets, so that a draft, a war and a preview use the same component. */

export interface Arrow {
  key: string;
  from: string;
  to: string;
  seat: number;
  /** Not declared yet: dashed, in the accent. */
  proposed?: boolean;
  label?: string;
}

export interface EmpireName {
  seat: number;
  name: string;
}

export interface Scene {
  /** Seat that owns a country; absent: nobody yet. */
  owner: ReadonlyMap<string, number>;
  /** The viewer's seat. */
  me?: number;
  /** Colours change at once: many of them in a row would be drawn over and over. */
  still?: boolean;
  /** Something is being chosen: what isn't lit steps back. */
  choosing: boolean;
  lit: ReadonlySet<string>;
  stake: ReadonlySet<string>;
  selected?: string;
  fortified: ReadonlySet<string>;
  newlyWon: ReadonlySet<string>;
  tiedUp: ReadonlySet<string>;
  outOfPlay: ReadonlySet<string>;
  /** Numbers of the missions that are about a country, where they are shown. */
  marks: ReadonlyMap<string, readonly number[]>;
  arrows: readonly Arrow[];
  empires: readonly EmpireName[];
}

export const NONE: ReadonlySet<string> = new Set();

export const emptyScene: Scene = {
  owner: new Map(),
  choosing: false,
  lit: NONE,
  stake: NONE,
  fortified: NONE,
  newlyWon: NONE,
  tiedUp: NONE,
  outOfPlay: NONE,
  marks: new Map(),
  arrows: [],
  empires: [],
};

/** What a map of provinces shows: plain values, so that any page can draw one. */

export interface Course {
  key: string;
  from: string;
  to: string;
  /** Whose it is; planned ones are drawn in the accent. */
  seat: number;
  planned: boolean;
  /** It isn't carried out: dashed. */
  void?: boolean;
  /** Written on it. */
  units?: number;
}
/** Provinces that belong together: a heavier border, and a name while one looks from afar. */
export interface Area {
  key: string;
  name: string;
  places: ReadonlySet<string>;
}
/** Who attacks a province, and with how many. */
export interface Fight {
  seat: number;
  units: number;
}
export interface ProvincesScene {
  owner: ReadonlyMap<string, number>;
  units: ReadonlyMap<string, number>;
  /** Units put down and not sent yet, among `units`. */
  fresh: ReadonlyMap<string, number>;
  /** Something is chosen now: what isn't lit steps back. */
  choosing: boolean;
  lit: ReadonlySet<string>;
  selected?: string;
  target?: string;
  me?: number;
  courses: readonly Course[];
  areas?: readonly Area[];
  /** In place of units: the order in which provinces are wished for. */
  ranks?: ReadonlyMap<string, number>;
  fights?: ReadonlyMap<string, Fight>;
}

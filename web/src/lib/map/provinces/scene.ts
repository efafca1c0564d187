/** What the map of the provinces shows: plain values, so that any page can draw one. */

export interface Course {
  key: string;
  from: string;
  to: string;
  /** Whose it is; planned ones are drawn in the accent. */
  seat: number;
  planned: boolean;
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
}

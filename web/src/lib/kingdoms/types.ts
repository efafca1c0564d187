/** The kingdoms' view, actions and commands. Absent = the default; times are milliseconds since 1970 UTC. */
import type { View } from '../api/types.ts';
import type { Campaign } from '../state/campaign.svelte.ts';

export type StepKind = 'preference' | 'placement' | 'provision' | 'attacks';
/** Units by province. */
export type Split = Readonly<Record<string, number>>;

export interface Supply {
  origin: string;
  target: string;
  units: number;
}
export interface AttackOrder {
  origin: string;
  target: string;
  units: number;
}
export type Orders =
  | { kind: 'preference'; places: readonly string[] }
  | { kind: 'placement'; units: Split }
  | { kind: 'provision'; supply?: Supply; create?: Split }
  | { kind: 'attacks'; attacks?: readonly AttackOrder[] };

export interface ProvinceView {
  units: number;
  owner?: number;
}
export interface KingdomView {
  provinces: number;
  units: number;
  creation: number;
  unities?: readonly string[];
  commitment?: string;
  ready?: boolean;
  nothing_to_order?: boolean;
  missed?: number;
  dormant?: boolean;
  out?: boolean;
}
export interface StepView {
  number: number;
  kind: StepKind;
  since_unix_ms: number;
  due_unix_ms: number;
  extensions?: number;
  most_extensions?: number;
}
export interface Rounds {
  attacker_wins: number;
  defender_wins: number;
  drawn: number;
}
export interface ResultView extends Rounds {
  winner: number;
  survivors: number;
  by: 'agreed' | 'stood' | 'ruled' | 'simulated' | 'corrected';
  /** Id of the host's words. */
  reason?: string;
}
export interface ReportView extends Rounds {
  report: number;
  seat: number;
  at_unix_ms: number;
  from_log?: boolean;
}
export interface BattleView {
  province: string;
  origin: string;
  attacker: number;
  defender: number;
  attacker_units: number;
  defender_units: number;
  attacker_size: number;
  defender_size: number;
  rounds: number;
  status: 'open' | 'reported' | 'disputed' | 'settled';
  due_unix_ms: number;
  spawn?: string;
  spawn_until_unix_ms?: number;
  reports?: readonly ReportView[];
  result?: ResultView;
}
export interface RevealedView {
  orders: Orders;
  text: string;
  nonce: string;
  commitment: string;
  by?: 'player' | 'bot' | 'default';
}
export interface AttackView extends AttackOrder {
  seat: number;
  cancelled?: 'smaller' | 'drawn';
  by?: number;
}
export interface SupplyView extends Supply {
  seat: number;
}
export interface AdjudicatedView {
  number: number;
  kind: StepKind;
  turn: number;
  revealed: Readonly<Record<string, RevealedView>>;
  order?: readonly number[];
  supplies?: readonly SupplyView[];
  created?: Readonly<Record<string, Split>>;
  attacks?: readonly AttackView[];
  before?: Readonly<Record<string, ProvinceView>>;
}
export interface PublicView {
  turn: number;
  need: number;
  last_turn: number;
  base: number;
  rounds: number;
  battle_mode: 'reported' | 'game_log' | 'simulated';
  provinces: Readonly<Record<string, ProvinceView>>;
  kingdoms: Readonly<Record<string, KingdomView>>;
  step?: StepView;
  battles?: Readonly<Record<string, BattleView>>;
  adjudicated?: AdjudicatedView;
  paused?: boolean;
  paused_until_unix_ms?: number;
  ended?: 'target' | 'last_turn' | 'last_standing' | 'abandoned';
  winners?: readonly number[];
}
export interface PrivateView {
  step?: number;
  orders?: Orders;
  text?: string;
  nonce?: string;
}
interface Outcome {
  standings: { seat: number; place: number }[];
}
export type KingdomsView = View<PublicView, PrivateView> & { campaign: { outcome?: Outcome } };

export interface Choice {
  most: number;
  targets: readonly string[];
}
export interface Ordering {
  step: number;
  kind: StepKind;
  places?: readonly string[];
  total?: number;
  supply?: Readonly<Record<string, Choice>>;
  attacks?: Readonly<Record<string, Choice>>;
}
export interface BattleActs {
  report?: boolean;
  answer?: number;
  choose_spawn?: boolean;
  simulate?: boolean;
  rule?: boolean;
  correct?: boolean;
}
export interface Actions {
  submit?: Ordering;
  ready?: boolean;
  battles?: Readonly<Record<string, BattleActs>>;
  extend?: number;
  pause?: boolean;
  resume?: boolean;
}

type Sealed = { step: number; nonce: string };
export type SealedCommand = ({ type: 'Submit'; orders: Orders } & Sealed) | ({ type: 'SubmitText'; text: string } & Sealed);
type ForBattle = { battle: string };
export type Command =
  | { type: 'SetReady'; step: number; ready: boolean }
  | ({ type: 'ChooseSpawn'; spawn: 'a' | 'b' } & ForBattle)
  | ({ type: 'ReportBattle'; from_log?: boolean } & Rounds & ForBattle)
  | ({ type: 'ConfirmReport' | 'DisputeReport'; report: number } & ForBattle)
  | ({ type: 'SimulateBattle' } & ForBattle)
  | ({ type: 'RuleBattle' | 'CorrectBattle'; reason: string } & Rounds & ForBattle)
  | { type: 'ExtendStep'; step: number; extension: number }
  | { type: 'PauseCampaign' | 'ResumeCampaign' };
export type KingdomsCampaign = Campaign<KingdomsView, Actions, Command>;

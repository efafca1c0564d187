/** What the chess_wars ruleset shows and takes: its view.py, choices.py and commands.py as types. Absent = the default there. */
import type { View } from '../api/types.ts';

export interface CountryView {
  owner?: number;
  got?: 'draft' | 'game' | 'peace' | 'concession';
  round?: number;
  giver?: number;
  over_sea?: boolean;
  drafted_by?: number;
  newly_won_until?: number;
  fortified_until?: number;
  war?: string;
  role?: 'target' | 'stake' | 'put_in' | 'redirect' | 'reserve' | 'terms';
}

export interface SeatView {
  tokens?: number;
  points?: number;
  mission_points?: number;
  titles?: number;
  reputation?: number;
  eliminated?: boolean;
  countries?: number;
  value?: number;
  population?: number;
  area?: number;
  gdp?: number;
  might?: number;
  drafted_value?: number;
  rating?: number;
  passed?: boolean;
  ran_out?: boolean;
}

export interface TurnView {
  number: number;
  seat: number;
  since_unix_ms: number;
  due_unix_ms: number;
  host_may_pass_unix_ms: number;
}

export interface DraftView {
  style: 'connected' | 'free' | 'dealt';
  pick: number;
  seat: number;
  left: number;
  since_unix_ms: number;
  due_unix_ms: number;
  next?: number[];
}

export interface AwaitView {
  what: 'answer' | 'raise' | 'redirect' | 'game' | 'stop';
  seat?: number;
  number?: number;
  need?: number;
  again?: number;
  below?: number;
  since_unix_ms: number;
  due_unix_ms?: number;
}

export interface ClockView {
  initial_s: number;
  increment_s?: number;
  percent?: number;
  parts?: { why: 'home' | 'terrain' | 'supply' | 'net_edge' | 'handicap'; percent: number }[];
}
export interface ClocksView {
  attacker: ClockView;
  defender: ClockView;
}

export interface PeaceTerms {
  from_attacker?: string[];
  from_defender?: string[];
  tokens?: number;
  accord_rounds?: number;
}

export interface ResultView {
  how: 'game' | 'draw' | 'called_off' | 'withdrawn' | 'conceded' | 'peace' | 'cancelled';
  winner?: number;
  reason?: string;
  hands?: Record<string, { giver: number; to: number; got: string }>;
  terms?: PeaceTerms;
  at_unix_ms: number;
}

export type WarState =
  | 'declared' | 'raised' | 'redirected' | 'playing' | 'stopping'
  | 'settled' | 'called_off' | 'withdrawn' | 'conceded' | 'peace' | 'cancelled';

export interface WarView {
  attacker: number;
  defender: number;
  state: WarState;
  target: string;
  origin: string;
  over_sea?: boolean;
  need: number;
  stake: string[];
  added?: string[];
  put_ins?: string[];
  reserves?: string[];
  stake_value: number;
  raises?: Record<string, { seat: number; countries: string[]; demand: number }>;
  redirect?: string;
  old_target?: string;
  clocks: ClocksView;
  white?: number;
  game?: string;
  declared_round: number;
  declared_unix_ms: number;
  playing_since_unix_ms?: number;
  ended_round?: number;
  awaiting?: AwaitView;
  result?: ResultView;
}

export type TitleName = 'population' | 'area' | 'gdp' | 'might';

export interface PublicView {
  phase: 'draft' | 'war' | 'ended';
  map: string;
  map_sha256: string;
  options: Options;
  live?: boolean;
  theatre: string[];
  host?: number;
  stands_still?: boolean;
  round?: number;
  last_round?: number;
  target: number;
  order?: number[];
  turn?: TurnView;
  declaring_over?: boolean;
  next_round?: { by: string; due_unix_ms?: number; waits_for?: string[]; host?: boolean };
  countries?: Record<string, CountryView>;
  seats?: Record<string, SeatView>;
  wars?: Record<string, WarView>;
  truces?: Record<string, number>;
  accords?: Record<string, { signed_round?: number; ends_round: number; terms?: string }>;
  broken?: Record<string, number[]>;
  titles?: Partial<Record<TitleName, { holder?: number; figure?: number }>>;
  draft?: DraftView;
  outcome?: {
    reason: string;
    standings: Record<string, { place: number; points: number; figures?: Record<string, number> }>;
    rated?: boolean;
    at_unix_ms: number;
  };
}

export interface PeaceOffer extends PeaceTerms {
  war: string;
  by: number;
  to: number;
  since_unix_ms: number;
  due_unix_ms: number;
  accepted?: boolean;
}
export interface AccordOffer {
  by: number;
  to: number;
  rounds: number;
  terms?: string;
  since_unix_ms: number;
  due_unix_ms: number;
}
export interface PrivateView {
  preferences?: string[];
  set_aside?: number;
  peace_offers?: Record<string, PeaceOffer>;
  accord_offers?: Record<string, AccordOffer>;
}

export type WarCampaign = View<PublicView, PrivateView>;

export interface Options {
  map: string;
  pace: 'live' | 'correspondence';
  initial_min: number;
  increment_s: number;
  days_a_move: number;
  theatre: string[];
  draft: 'connected' | 'free' | 'dealt';
  advance: 'auto' | 'host' | 'schedule';
  round_days: number;
  round_min: number;
  target: number;
  last_round: number;
  tokens_a_round: number;
  handicap: 'none' | 'light' | 'full';
  own_ratings: boolean;
  draws: 'status_quo' | 'defender';
  colours: 'attacker_white' | 'random' | 'attacker_black';
  spectators: 'public' | 'link' | 'none';
}

export interface OriginChoice {
  cheapest: string[];
  total: number;
  most: number;
}
export interface TargetChoice {
  owner: number;
  need: number;
  best: string;
  /** The time both sides would get. */
  clocks: ClocksView;
  origins: Record<string, OriginChoice>;
}
export interface Blocked {
  code: string;
  detail?: Record<string, number | string>;
}
export interface DeclareChoice {
  not_now?: string;
  turn?: number;
  targets?: Record<string, TargetChoice>;
  blocked?: Record<string, Blocked>;
  stakeable?: string[];
}
export interface RaiseChoice {
  number: number;
  need: number;
  have?: number;
  countries?: string[];
  cheapest?: string[];
}
export interface PeaceChoice {
  from_attacker: string[];
  target: string;
  put_ins?: string[];
  others?: string[];
  tokens_least?: number;
  tokens_most?: number;
  accord_least?: number;
}
type Nothing = Record<string, never>;

export interface Actions {
  PickCountry?: { pick: number; countries: string[] };
  SetPreferences?: Nothing;
  DeclareWar?: DeclareChoice;
  Fortify?: { turn: number; countries: string[] };
  PassTurn?: { turn: number };
  PassTurnFor?: { turn: number; seat: number; from_unix_ms: number };
  CallOff?: Record<string, Nothing>;
  AcceptWar?: Record<string, Nothing>;
  RaiseStakes?: Record<string, RaiseChoice>;
  MeetRaise?: Record<string, RaiseChoice>;
  BackDown?: Record<string, { number: number }>;
  RedirectWar?: Record<string, { countries: string[] }>;
  FightRedirect?: Record<string, Nothing>;
  Withdraw?: Record<string, Nothing>;
  OfferPeace?: Record<string, PeaceChoice>;
  AcceptPeace?: Record<string, Nothing>;
  DeclinePeace?: Record<string, Nothing>;
  ProposeAccord?: Record<string, { rounds_least?: number; rounds_most?: number }>;
  SignAccord?: Record<string, Nothing>;
  DeclineAccord?: Record<string, Nothing>;
  RenounceAccord?: Record<string, Nothing>;
  AdvanceRound?: { round: number };
  EndCampaign?: Nothing;
}

export type Command =
  | { type: 'PickCountry'; pick: number; country: string }
  | { type: 'SetPreferences'; countries: string[] }
  | { type: 'DeclareWar'; turn: number; target: string; origin: string; stake: string[]; reserves: string[] }
  | { type: 'Fortify'; turn: number; country: string }
  | { type: 'PassTurn' | 'PassTurnFor'; turn: number }
  | { type: 'CallOff' | 'AcceptWar' | 'FightRedirect' | 'Withdraw'; war: string }
  | { type: 'RaiseStakes' | 'MeetRaise'; war: string; number: number; countries: string[] }
  | { type: 'BackDown'; war: string; number: number }
  | { type: 'RedirectWar'; war: string; country: string }
  | ({ type: 'OfferPeace'; war: string } & PeaceTerms)
  | { type: 'AcceptPeace' | 'DeclinePeace' | 'SignAccord' | 'DeclineAccord'; offer: string }
  | { type: 'ProposeAccord'; partner: number; rounds: number }
  | { type: 'RenounceAccord'; partner: number }
  | { type: 'AdvanceRound'; round: number }
  | { type: 'EndCampaign' };

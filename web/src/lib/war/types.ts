/**
 * The chess_wars ruleset's view, actions and commands, from docs/openapi.json. Absent = the default there.
 *
 * Where the schema says no more than "text", the closed list of the rules is put in its place here.
 */
import type { components } from '../api/schema.ts';
import type { View } from '../api/types.ts';

type Schemas = components['schemas'];
type With<Shape, Change> = Omit<Shape, keyof Change> & Change;

export type CountryView = With<
  Schemas['chess_wars.CountryView'],
  { role?: 'target' | 'stake' | 'put_in' | 'redirect' | 'reserve' | 'terms' }
>;
export type SeatView = Schemas['chess_wars.SeatView'];
export type TurnView = Schemas['chess_wars.TurnView'];
export type DraftView = Schemas['chess_wars.DraftView'];
export type AwaitView = Schemas['chess_wars.AwaitView'];
export type ClockView = With<
  Schemas['chess_wars.ClockView'],
  { parts?: { why: 'home' | 'terrain' | 'supply' | 'net_edge' | 'handicap'; percent: number }[] }
>;
export type ClocksView = { attacker: ClockView; defender: ClockView };
export type PeaceTerms = Schemas['chess_wars.PeaceTerms'];
export type ResultView = With<
  Schemas['chess_wars.ResultView'],
  { how: 'game' | 'draw' | 'called_off' | 'withdrawn' | 'conceded' | 'peace' | 'cancelled' }
>;
export type WarState = Schemas['chess_wars.WarState'];
export type WarView = With<Schemas['chess_wars.WarView'], { clocks: ClocksView; result?: ResultView }>;
export type StandView = Schemas['chess_wars.StandView'];
export type PublicMission = NonNullable<Schemas['chess_wars.Options']['played']>[number];
export type TitleName = 'population' | 'area' | 'gdp' | 'might';
export type PublicView = With<
  Schemas['chess_wars.PublicView'],
  { countries?: Record<string, CountryView>; wars?: Record<string, WarView>; titles?: Partial<Record<TitleName, Schemas['chess_wars.TitleView']>> }
>;
export type PeaceOffer = Schemas['chess_wars.PeaceOfferView'];
export type AccordOffer = Schemas['chess_wars.AccordOfferView'];
export type PrivateView = Schemas['chess_wars.PrivateView'];
export type WarCampaign = View<PublicView, PrivateView>;
export type SecretMission = Schemas['chess_wars.SecretMissionView'];
export type Options = Schemas['chess_wars.Options'];

export type OriginChoice = Schemas['chess_wars.OriginChoice'];
export type TargetChoice = With<Schemas['chess_wars.TargetChoice'], { clocks: ClocksView }>;
export type Blocked = Schemas['chess_wars.Blocked'];
export type DeclareChoice = With<Schemas['chess_wars.DeclareChoice'], { targets?: Record<string, TargetChoice> }>;
export type RaiseChoice = Schemas['chess_wars.RaiseChoice'];
export type PeaceChoice = Schemas['chess_wars.PeaceChoice'];
export type Actions = With<Schemas['chess_wars.Actions'], { DeclareWar?: DeclareChoice }>;

export type Command = Schemas['Command'];

/** The provinces' view, actions and commands, from docs/openapi.json. Absent = the default there. */
import type { components } from '../api/schema.ts';
import type { View } from '../api/types.ts';
import type { Campaign } from '../state/campaign.svelte.ts';

type Schemas = components['schemas'];
/** A view never holds null: what is missing is left out. */
type Told<Shape> = { [Name in keyof Shape]: Exclude<Shape[Name], null> };
type With<Shape, Change> = Omit<Shape, keyof Change> & Change;

export type ProvinceView = Told<Schemas['provinces.ProvinceView']>;
export type PlayerView = With<Schemas['provinces.PlayerView'], { out?: 'eliminated' | 'removed' | 'left' }>;
export type TurnView = With<Schemas['provinces.TurnView'], { step: 'reinforce' | 'attack' | 'end' }>;
export type ThrowView = Schemas['provinces.ThrowView'];
export type AttackView = Told<Schemas['provinces.AttackView']>;
export type PublicView = With<
  Told<Schemas['provinces.PublicView']>,
  {
    assault: 'single' | 'blitz';
    provinces: Record<string, ProvinceView>;
    players: Record<string, PlayerView>;
    turn?: TurnView;
    last_attack?: AttackView;
    ended?: 'target' | 'last_standing' | 'abandoned';
  }
>;
/** At the end: everybody's place. */
interface Outcome {
  standings: { seat: number; place: number }[];
}
type Head = View<PublicView, unknown>['campaign'] & { outcome?: Outcome };
export type ProvincesView = View<PublicView, unknown> & { campaign: Head };
export type Actions = Schemas['provinces.Actions'];
export type Command =
  | Schemas['provinces.Reinforce']
  | Schemas['provinces.Attack']
  | Schemas['provinces.Move']
  | Schemas['provinces.EndTurn'];
export type ProvincesCampaign = Campaign<ProvincesView, Actions, Command>;

/**
 * The kingdoms' view, actions and commands, from docs/openapi.json. Absent = the default there.
 *
 * Where the schema says no more than "text", the closed list of the rules is put in its place here.
 */
import type { components } from '../api/schema.ts';
import type { View } from '../api/types.ts';
import type { Campaign } from '../state/campaign.svelte.ts';

type Schemas = components['schemas'];
/** A view never holds null: what is missing is left out. */
type Told<Shape> = { readonly [Name in keyof Shape]: Exclude<Shape[Name], null> };
type With<Shape, Change> = Omit<Told<Shape>, keyof Change> & Readonly<Change>;
type By<Value> = Readonly<Record<string, Value>>;

export type StepKind = 'preference' | 'placement' | 'provision' | 'attacks';
/** Units by province. */
export type Split = By<number>;
export type Supply = Told<Schemas['kingdoms.Supply']>;
export type AttackOrder = Told<Schemas['kingdoms.AttackOrder']>;
export type Orders =
  | With<Schemas['kingdoms.Preference'], { places: readonly string[] }>
  | With<Schemas['kingdoms.Placement'], { units: Split }>
  | With<Schemas['kingdoms.Provision'], { supply?: Supply; create?: Split }>
  | With<Schemas['kingdoms.Attacks'], { attacks?: readonly AttackOrder[] }>;

export type ProvinceView = Told<Schemas['kingdoms.ProvinceView']>;
export type KingdomView = With<Schemas['kingdoms.KingdomView'], { unities?: readonly string[] }>;
export type StepView = With<Schemas['kingdoms.StepView'], { kind: StepKind }>;
export type ResultView = With<Schemas['kingdoms.ResultView'], { by: 'agreed' | 'stood' | 'ruled' | 'simulated' | 'corrected' }>;
export type ReportView = Told<Schemas['kingdoms.ReportView']>;
export type Rounds = Pick<ReportView, 'attacker_wins' | 'defender_wins' | 'drawn'>;
export type BattleView = With<
  Schemas['kingdoms.BattleView'],
  { status: 'open' | 'reported' | 'disputed' | 'settled'; reports?: readonly ReportView[]; result?: ResultView }
>;
export type RevealedView = With<Schemas['kingdoms.RevealedView'], { orders: Orders; by?: 'player' | 'bot' | 'default' }>;
export type AttackView = With<Schemas['kingdoms.AttackView'], { cancelled?: 'smaller' | 'drawn' }>;
export type SupplyView = Told<Schemas['kingdoms.SupplyView']>;
export type AdjudicatedView = With<
  Schemas['kingdoms.AdjudicatedView'],
  {
    kind: StepKind;
    revealed: By<RevealedView>;
    order?: readonly number[];
    supplies?: readonly SupplyView[];
    created?: By<Split>;
    attacks?: readonly AttackView[];
    before?: By<ProvinceView>;
  }
>;
export type PublicView = With<
  Schemas['kingdoms.PublicView'],
  {
    battle_mode: 'reported' | 'game_log' | 'simulated';
    provinces: By<ProvinceView>;
    kingdoms: By<KingdomView>;
    step?: StepView;
    battles?: By<BattleView>;
    adjudicated?: AdjudicatedView;
    ended?: 'target' | 'last_turn' | 'last_standing' | 'abandoned';
    winners?: readonly number[];
  }
>;
export type PrivateView = With<Schemas['kingdoms.PrivateView'], { orders?: Orders }>;
/** At the end: everybody's place. */
interface Outcome {
  standings: { seat: number; place: number }[];
}
export type KingdomsView = View<PublicView, PrivateView> & { campaign: { outcome?: Outcome } };

export type Ordering = With<
  Schemas['kingdoms.Ordering'],
  { kind: StepKind; places?: readonly string[]; supply?: By<Choice>; attacks?: By<Choice> }
>;
/** Where units may go from a province, and how many. */
export type Choice = With<Schemas['kingdoms.AttackChoice'], { targets: readonly string[] }>;
export type BattleActs = Told<Schemas['kingdoms.BattleActs']>;
export type Actions = With<Schemas['kingdoms.Actions'], { submit?: Ordering; battles?: By<BattleActs> }>;

/** Those whose length must say nothing. */
export type SealedCommand = With<Schemas['kingdoms.Submit'], { orders: Orders }> | Told<Schemas['kingdoms.SubmitText']>;
export type Command =
  | Schemas['kingdoms.SetReady']
  | Schemas['kingdoms.ChooseSpawn']
  | Schemas['kingdoms.ReportBattle']
  | Schemas['kingdoms.ConfirmReport']
  | Schemas['kingdoms.DisputeReport']
  | Schemas['kingdoms.SimulateBattle']
  | Schemas['kingdoms.RuleBattle']
  | Schemas['kingdoms.CorrectBattle']
  | Schemas['kingdoms.ExtendStep']
  | Schemas['kingdoms.PauseCampaign']
  | Schemas['kingdoms.ResumeCampaign'];
export type KingdomsCampaign = Campaign<KingdomsView, Actions, Command>;

/** What the viewer is looking at and choosing on the campaign page: selection, tab, the war being prepared. */
import { locale } from '../../lib/i18n/i18n.svelte.ts';
import type { World } from '../../lib/map/world.ts';
import type { Campaign } from '../../lib/state/campaign.svelte.ts';
import { Past } from '../../lib/state/history.svelte.ts';
import { connected, total } from '../../lib/war/stake.ts';
import { marksOf } from '../../lib/war/marks.ts';
import { duties, waiting, type Names } from '../../lib/war/next.ts';
import type { TargetChoice, WarCampaign, WarView } from '../../lib/war/types.ts';

export type Tab = 'war' | 'missions' | 'standings' | 'diplomacy' | 'log';
/** What the tab of diplomacy shows. */
export type Part = 'talk' | 'accords' | 'dispatches';

export interface Plan {
  target: string;
  origin: string;
  stake: string[];
  reserves: string[];
}

export class Desk {
  tab = $state<Tab>('war');
  part = $state<Part>('talk');
  selected = $state<string>();
  war = $state<string>();
  plan = $state<Plan>();
  /** Targets (or pickable countries) are lit. */
  lights = $state(false);
  table = $state(false);
  /** What a form in the panel lights up (countries that can be put in, offered, fortified). */
  choice = $state.raw<ReadonlySet<string>>();
  /** The public mission whose countries are lit. */
  mission = $state<string>();
  /** The one that is pointed at: the map marks its countries. */
  pointed = $state<string>();
  /** The map marks the countries of all public missions. */
  marked = $state(false);

  private readonly past: Past<WarCampaign>;

  constructor(readonly campaign: Campaign, readonly world: World) {
    this.past = new Past(campaign.id, ({ game }) => game.round || undefined);
  }

  readonly view = $derived.by(() => this.campaign.view);
  readonly game = $derived.by(() => this.campaign.view?.game);
  /** The past that is being looked at; absent: now. */
  readonly history = $derived.by(() => this.past.history);
  /** What the map shows: the game now, or at a moment of its past. */
  readonly shown = $derived.by(() => this.history?.view?.game ?? this.game);
  readonly me = $derived.by(() => this.campaign.view?.you?.seat);
  readonly seats = $derived.by(() => this.campaign.view?.campaign.seats ?? {});
  readonly actions = $derived.by(() => this.campaign.actions);
  readonly wars = $derived.by(() => Object.entries(this.game?.wars ?? {}).sort((a, b) => Number(b[0].slice(1)) - Number(a[0].slice(1))));
  readonly underway = $derived(this.wars.filter(([, war]) => war.awaiting !== undefined));
  readonly duties = $derived.by(() => (this.game ? duties(this.game, this.view?.mine, this.me, this.campaign.games, this.names) : []));
  readonly next = $derived.by(() => this.duties[0] ?? (this.game ? waiting(this.game, this.me, this.names) : undefined));

  readonly missions = $derived.by(() => this.game?.options?.played ?? []);
  /** The numbers of the public missions, by the countries they are about. */
  readonly marks = $derived.by(() => marksOf(this.missions, this.world));

  readonly names: Names = {
    seat: (seat) => this.seatName(seat),
    place: (id) => this.placeName(id),
  };

  seatName = (seat: number): string => {
    const holder = this.seats[seat];
    if (holder?.name) return holder.name;
    if (holder?.bot_level !== undefined) return locale.t('seat.bot', { n: seat + 1, level: holder.bot_level });
    return locale.t('seat.plain', { n: seat + 1 });
  };
  placeName(id: string): string {
    const place = this.world.place(id);
    return locale.region(place.iso_a2, place.name);
  }
  placeNames(ids: Iterable<string>): string {
    return locale.list([...ids].map((id) => this.placeName(id)));
  }
  value = (id: string): number => this.world.value(id);
  owner(id: string): number | undefined {
    return this.shown?.countries?.[id]?.owner;
  }
  targetChoice(id: string): TargetChoice | undefined {
    return this.actions.DeclareWar?.targets?.[id];
  }
  warById(id: string | undefined): WarView | undefined {
    return id === undefined ? undefined : this.game?.wars?.[id];
  }
  readonly canDeclare = $derived.by(() => this.actions.DeclareWar !== undefined && !this.actions.DeclareWar.not_now);

  /** Countries that could join the stake of the plan: free and joined to the origin by a chain of own countries. */
  readonly stakeable = $derived.by((): string[] => {
    const { plan } = this;
    if (!plan || this.me === undefined) return [];
    const own = new Set(Object.entries(this.game?.countries ?? {}).filter(([, country]) => country.owner === this.me).map(([id]) => id));
    const near = connected(plan.origin, own, this.world.neighbours);
    return (this.actions.DeclareWar?.stakeable ?? []).filter((id) => near.has(id)).sort((a, b) => this.value(b) - this.value(a));
  });

  stakeValue(ids: Iterable<string>): number {
    return total(ids, this.value);
  }

  openHistory(): void {
    this.home();
    this.lights = false;
    this.table = false;
    this.past.open();
  }
  /** Back to now. */
  closeHistory(): void {
    this.past.close();
  }

  pick(id: string): void {
    if (this.history) return;
    if (this.game?.phase === 'draft') {
      this.selected = this.selected === id ? undefined : id;
      return;
    }
    if (this.plan && this.stakeable.includes(id) && id !== this.plan.origin) return this.toggleStake(id);
    this.war = undefined;
    this.plan = undefined;
    this.unlight();
    this.selected = id;
    this.table = false;
    if (this.lights && this.targetChoice(id)) this.prepare(id);
  }

  /** Open the stake builder on a target, with the cheapest stake of all. */
  prepare(target: string): void {
    const choice = this.targetChoice(target);
    if (!choice) return;
    this.selected = target;
    this.war = undefined;
    this.tab = 'war';
    this.setOrigin(target, choice.best);
  }
  setOrigin(target: string, origin: string): void {
    const from = this.targetChoice(target)?.origins[origin];
    if (from) this.plan = { target, origin, stake: [...from.cheapest], reserves: [] };
  }
  toggleStake(id: string): void {
    const { plan } = this;
    if (!plan || id === plan.origin) return;
    plan.stake = plan.stake.includes(id) ? plan.stake.filter((each) => each !== id) : [...plan.stake, id];
    plan.reserves = plan.reserves.filter((each) => each !== id);
  }
  toggleReserve(id: string): void {
    const { plan } = this;
    if (!plan || plan.stake.includes(id)) return;
    plan.reserves = plan.reserves.includes(id) ? plan.reserves.filter((each) => each !== id) : [...plan.reserves, id];
  }

  openWar(id: string): void {
    this.closeHistory();
    this.plan = undefined;
    this.unlight();
    this.tab = 'war';
    this.war = id;
    this.selected = this.warById(id)?.target;
  }

  /** One step back: the form, then the selection, then the lights. */
  leave(): void {
    if (this.history) this.closeHistory();
    else if (this.plan) this.plan = undefined;
    else if (this.war || this.selected) {
      this.war = undefined;
      this.selected = undefined;
    } else this.lights = false;
    this.unlight();
  }
  home(): void {
    this.plan = undefined;
    this.war = undefined;
    this.selected = undefined;
    this.unlight();
  }

  /** The number of the mission that is lit or pointed at; -1: none. */
  readonly missionNumber = $derived.by(() => this.missions.findIndex((each) => each.type === (this.mission ?? this.pointed)));

  /** Light the countries of a public mission; pressed again, no more. */
  light(mission: string): void {
    const again = this.mission === mission;
    this.unlight();
    if (!again) this.mission = mission;
  }
  private unlight(): void {
    this.choice = undefined;
    this.mission = undefined;
    this.pointed = undefined;
  }
}

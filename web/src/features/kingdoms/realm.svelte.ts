/** What the viewer is looking at and about to order on the page of the kingdoms. */
import { entropy } from '../../lib/api/chance.ts';
import { locale } from '../../lib/i18n/i18n.svelte.ts';
import { unities, unityName } from '../../lib/kingdoms/board.ts';
import { canonical } from '../../lib/kingdoms/canonical.ts';
import { Drafts } from '../../lib/kingdoms/drafts.ts';
import { complete, left, mostFrom, none, put, splitOf, toggled, total, waysFrom, withAttack } from '../../lib/kingdoms/orders.ts';
import { padded } from '../../lib/kingdoms/seal.ts';
import { Seals } from '../../lib/kingdoms/seals.svelte.ts';
import type { BattleActs, Command, KingdomsCampaign, KingdomsView, Orders, ProvinceView, SealedCommand } from '../../lib/kingdoms/types.ts';
import type { World } from '../../lib/map/world.ts';
import { Past } from '../../lib/state/history.svelte.ts';
import { Press } from '../../lib/ui/action.svelte.ts';
import { areasOf } from './scene.ts';
import { holderName, whoIs, type People } from '../shell/people.ts';

export type Tab = 'orders' | 'battles' | 'standings' | 'talk' | 'log';
/** What the map shows: now with one's own orders, or the last adjudicated step and the map before or after it. */
export type Look = 'now' | 'before' | 'after';

export class Realm implements People {
  tab = $state<Tab>('orders');
  look = $state<Look>('now');
  /** Orders are made on the map and in lists, or written. */
  written = $state(false);
  /** What a press on an own province means in the first step of a turn. */
  part = $state<'create' | 'supply'>('create');
  origin = $state<string>();
  target = $state<string>();
  /** A province that is only looked at. */
  looked = $state<string>();
  /** The battle that is open in its list. */
  battle = $state<string>();
  /** Orders as they are being made; they belong to the step `of`. */
  orders = $state.raw<Orders>(none('attacks'));
  private typed = $state<string>();
  private of = 0;
  private drafts?: Drafts;
  readonly press = new Press();
  readonly seals: Seals;
  /** While it is looked at, orders stay as they are. */
  readonly past: Past<KingdomsView>;
  readonly unities;

  constructor(readonly campaign: KingdomsCampaign, readonly world: World) {
    this.seals = new Seals(campaign.id);
    this.past = new Past(campaign.id, ({ game }) => game.turn || undefined);
    this.unities = unities(world);
    campaign.onView((view, whole) => this.saw(view, whole));
  }

  readonly view = $derived.by(() => this.campaign.view);
  readonly game = $derived.by(() => this.campaign.view?.game);
  readonly head = $derived.by(() => this.campaign.view?.campaign);
  readonly me = $derived.by(() => this.campaign.view?.you?.seat);
  readonly seats = $derived.by(() => this.campaign.view?.campaign.seats ?? {});
  readonly actions = $derived.by(() => this.campaign.actions);
  readonly step = $derived.by(() => this.game?.step);
  readonly kingdom = $derived.by(() => (this.me === undefined ? undefined : this.game?.kingdoms[this.me]));
  /** What the open step takes from the viewer. */
  readonly ordering = $derived.by(() => (this.actions.submit && this.actions.submit.step === this.step?.number ? this.actions.submit : undefined));
  readonly sent = $derived.by(() => (this.view?.mine?.step !== undefined && this.view.mine.step === this.step?.number ? this.view.mine : undefined));
  readonly text = $derived(canonical(this.orders));
  /** There is something that the server doesn't have. */
  readonly changed = $derived(this.sent?.orders ? canonical(this.sent.orders) !== this.text : this.text !== '');
  readonly left = $derived.by(() => (this.ordering ? left(this.orders, this.ordering) : 0));
  readonly complete = $derived.by(() => this.ordering !== undefined && complete(this.orders, this.ordering));
  /** The same as long as nobody changes the language: the map outlines them anew for others. */
  readonly areas = $derived.by(() => areasOf(this));
  readonly battles = $derived.by(() => Object.entries(this.game?.battles ?? {}).sort(([, a], [, b]) => Number(b.attacker === this.me || b.defender === this.me) - Number(a.attacker === this.me || a.defender === this.me) || a.due_unix_ms - b.due_unix_ms));

  /** The provinces as the map shows them: now, before the last step, or in the past. */
  readonly shown = $derived.by<Readonly<Record<string, ProvinceView>>>(() => {
    if (this.past.view) return this.past.view.game.provinces;
    const before = this.look === 'before' && !this.past.history && this.game?.adjudicated;
    return (before ? before.before : this.game?.provinces) ?? {};
  });

  acts = (battle: string): BattleActs => this.actions.battles?.[battle] ?? {};
  /** Of the present, whatever the map shows. */
  owner = (id: string): number | undefined => this.game?.provinces[id]?.owner;
  unitsOn = (id: string): number => this.game?.provinces[id]?.units ?? 0;
  readonly own = $derived.by(() => Object.keys(this.game?.provinces ?? {}).filter((id) => this.me !== undefined && this.owner(id) === this.me));

  placeName = (id: string): string => {
    const place = this.world.place(id);
    return place.names?.[locale.language] ?? place.name;
  };
  unityName = (key: string): string => unityName(this.world, key, locale.language);
  unityOf = (id: string): string | undefined => this.unities.find(({ places }) => places.has(id))?.key;
  /** The name of a province's unity; `none` for messages if it is in none. */
  unityAround = (id: string): string => {
    const key = this.unityOf(id);
    return key === undefined ? 'none' : this.unityName(key);
  };
  /** The name of a seat's holder, whoever looks. */
  seatName = (seat: number): string => holderName(this.seats, seat);
  who = (seat: number | undefined): string => whoIs(this, seat);

  /** Where one can go on the map now: to order, or from the chosen origin. */
  readonly lit = $derived.by<ReadonlySet<string>>(() => {
    const { ordering, origin } = this;
    if (!ordering || this.look !== 'now' || this.written || this.past.history) return new Set();
    const moving = ordering.kind === 'attacks' || (ordering.kind === 'provision' && this.part === 'supply');
    if (!moving) return new Set(ordering.places ?? []);
    if (origin !== undefined) return new Set(waysFrom(ordering, origin));
    return new Set(Object.keys((ordering.kind === 'attacks' ? ordering.attacks : ordering.supply) ?? {}));
  });

  /** What a press on a province means now. */
  pick(id: string): void {
    if (this.past.history) return;
    this.looked = id;
    const { ordering } = this;
    if (this.look !== 'now' || !ordering || this.written) return this.showBattle(id);
    if (ordering.kind === 'preference') this.set({ kind: 'preference', places: toggled(this.orders.kind === 'preference' ? this.orders.places : [], id) });
    else if (ordering.kind === 'placement' || (ordering.kind === 'provision' && this.part === 'create')) {
      if (this.left > 0) this.put(id, (splitOf(this.orders)[id] ?? 0) + 1);
    } else if (this.origin !== undefined && waysFrom(ordering, this.origin).includes(id)) this.aim(this.origin, id);
    else if (this.origin === id) this.origin = this.target = undefined;
    else if (waysFrom(ordering, id).length > 0) {
      this.origin = id;
      this.target = undefined;
    }
  }
  private showBattle(id: string): void {
    const found = this.battles.find(([, battle]) => battle.province === id);
    if (!found) return;
    this.battle = found[0];
    this.tab = 'battles';
  }

  /** From here to there, if that is a way: as many as may go, unless some go already. */
  aim(origin: string, target: string): void {
    const { ordering } = this;
    if (this.past.history || !ordering || !waysFrom(ordering, origin).includes(target)) return;
    this.origin = origin;
    this.target = target;
    this.looked = undefined;
    if (this.unitsAimed === 0) this.setAimed(mostFrom(this.orders, ordering, origin, target));
  }
  /** Units of the order from the chosen origin to the chosen target. */
  get unitsAimed(): number {
    const { orders, origin, target } = this;
    const all = orders.kind === 'provision' ? (orders.supply ? [orders.supply] : []) : orders.kind === 'attacks' ? (orders.attacks ?? []) : [];
    return all.find((each) => each.origin === origin && each.target === target)?.units ?? 0;
  }
  setAimed(units: number): void {
    const { orders, origin, target } = this;
    if (origin === undefined || target === undefined) return;
    if (orders.kind === 'provision') this.supply(units > 0 ? { origin, target, units } : undefined);
    else if (orders.kind === 'attacks') this.set({ kind: 'attacks', attacks: withAttack(orders.attacks ?? [], { origin, target, units }) });
  }
  supply(supply: { origin: string; target: string; units: number } | undefined): void {
    if (this.orders.kind !== 'provision') return;
    const { create = {} } = this.orders;
    this.set(supply ? { kind: 'provision', supply, create } : { kind: 'provision', create });
  }
  /** So many units there; never more than there are. */
  put(id: string, units: number): void {
    const { orders, ordering } = this;
    if (!ordering?.places?.includes(id)) return;
    const split = put(splitOf(orders), id, Math.max(0, units));
    if (total(split) > Math.max(ordering.total ?? 0, total(splitOf(orders)))) return;
    this.looked = id;
    if (orders.kind === 'placement') this.set({ kind: 'placement', units: split });
    else if (orders.kind === 'provision') this.set({ ...orders, create: split });
  }
  /** One step back: to now, the target, then the origin. */
  leave(): void {
    if (this.past.history) this.past.close();
    else if (this.target !== undefined) this.target = undefined;
    else this.origin = this.looked = undefined;
  }
  /** Nothing is chosen any more. */
  leaveAll(): void {
    this.origin = this.target = this.looked = undefined;
  }

  set(orders: Orders): void {
    if (this.past.history) return;
    this.orders = orders;
    this.drafts?.keep(this.of, { orders });
  }
  /** Orders as they are being written; the orders on the map until something else was. */
  get writing(): string {
    return this.typed ?? this.text;
  }
  set writing(text: string) {
    this.typed = text;
    this.drafts?.keep(this.of, { text });
  }
  /** Start anew; a supply stays. */
  clear(): void {
    if (this.ordering) this.set(this.orders.kind === 'provision' ? { ...this.orders, create: {} } : none(this.ordering.kind));
    this.leaveAll();
  }
  /** Back to what was sent. */
  asSent(): void {
    if (this.sent?.orders) this.orders = this.sent.orders;
    this.drafts?.drop();
    this.origin = this.target = undefined;
  }

  submit(): Promise<boolean> {
    return this.seal({ type: 'Submit', step: this.of, nonce: entropy(), orders: this.orders });
  }
  submitText(text: string): Promise<boolean> {
    return this.seal({ type: 'SubmitText', step: this.of, nonce: entropy(), text });
  }
  private async seal(command: SealedCommand): Promise<boolean> {
    const done = await this.press.run(() => this.campaign.sealed(command, (body) => padded(JSON.stringify(body))));
    if (!done) return false;
    this.drafts?.drop();
    this.typed = this.origin = this.target = undefined;
    return true;
  }
  say(command: Command): Promise<boolean> {
    return this.press.run(() => this.campaign.send(command));
  }

  /** A view came: commitments are kept, and orders of a step that is over are dropped. */
  private saw(view: KingdomsView, whole: boolean): void {
    this.seals.look(view, whole);
    const { step } = view.game;
    if (view.you) this.drafts ??= new Drafts(view.campaign.id, view.you.seat);
    const mine = view.mine?.step !== undefined && view.mine.step === step?.number ? view.mine.orders : undefined;
    if (step?.number !== this.of) this.begin(view, mine);
    // Written orders, or those sent from another window, are the ones that stand.
    else if (mine && step && !this.drafts?.of(step.number, step.kind)) this.orders = mine;
  }
  private begin({ game }: KingdomsView, mine: Orders | undefined): void {
    const { step } = game;
    const first = this.of === 0;
    this.of = step?.number ?? -1;
    this.origin = this.target = this.looked = undefined;
    this.part = 'create';
    this.typed = step && this.drafts?.textOf(step.number);
    if (step) this.orders = this.drafts?.of(step.number, step.kind) ?? mine ?? none(step.kind);
    if (first || !game.ended) this.look = step || !game.adjudicated ? 'now' : 'after';
    // Who talks goes on talking.
    if (first || this.tab === 'orders' || this.tab === 'battles') this.tab = step || game.ended ? 'orders' : 'battles';
  }
}

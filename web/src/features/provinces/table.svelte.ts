/** What the viewer is looking at and about to do on the page of the provinces: phase, units to place, origin and target. */
import { locale, t } from '../../lib/i18n/i18n.svelte.ts';
import type { World } from '../../lib/map/world.ts';
import { Checker } from '../../lib/provinces/checker.svelte.ts';
import { open, phaseNow, ways, type Phase } from '../../lib/provinces/rules.ts';
import type { AttackView, Command, ProvincesCampaign, ProvincesView } from '../../lib/provinces/types.ts';
import { Past } from '../../lib/state/history.svelte.ts';
import { Press } from '../../lib/ui/action.svelte.ts';
import { holderName } from '../shell/people.ts';

export type Tab = 'standings' | 'events' | 'places' | 'dice';
const NOTHING: ReadonlyMap<string, string[]> = new Map();

export class Table {
  tab = $state<Tab>('standings');
  origin = $state<string>();
  target = $state<string>();
  /** A province that is only looked at, or the last that units were put on. */
  looked = $state<string>();
  /** Units put on the map and not sent yet. */
  placed = $state.raw<Readonly<Record<string, number>>>({});
  /** Units to move, or to move in if the province falls. */
  units = $state(1);
  /** Blitz: no more throws once the origin holds so few. */
  stopAt = $state(1);
  private wish = $state<Phase>();
  private told: { turn?: number; phase?: Phase } = {};
  /** The first throw of the attack that was shown last, so that only what comes anew is played. */
  shownThrow = -1;
  readonly press = new Press();
  readonly checker: Checker;
  /** Looked at once the game is over. */
  readonly past: Past<ProvincesView>;

  constructor(readonly campaign: ProvincesCampaign, readonly world: World) {
    this.checker = new Checker(campaign.id);
    this.past = new Past(campaign.id, ({ game }) => game.turn?.number);
    campaign.onView((view) => this.saw(view));
  }

  readonly view = $derived.by(() => this.campaign.view);
  readonly game = $derived.by(() => this.campaign.view?.game);
  /** What the map shows: the game now, or at a moment of its past. */
  readonly shown = $derived.by(() => this.past.view?.game ?? this.game);
  readonly head = $derived.by(() => this.campaign.view?.campaign);
  readonly me = $derived.by(() => this.campaign.view?.you?.seat);
  readonly turn = $derived.by(() => this.game?.turn);
  readonly mine = $derived(this.turn !== undefined && this.turn.seat === this.me && this.head?.status === 'playing');
  readonly open = $derived.by(() => (this.mine && this.game && this.me !== undefined ? open(this.game, this.world.neighbours, this.me) : []));
  readonly phase = $derived(phaseNow(this.open, this.wish));
  /** Where to, by origin. */
  readonly ways = $derived.by(() => {
    const { game, me, phase } = this;
    return game && me !== undefined && (phase === 'attack' || phase === 'move') ? ways(game, this.world.neighbours, me, phase) : NOTHING;
  });
  readonly toPlace = $derived.by(() => (this.phase === 'reinforce' ? (this.turn?.to_place ?? 0) - Object.values(this.placed).reduce((sum, units) => sum + units, 0) : 0));
  readonly attacksLeft = $derived(this.turn ? this.turn.most_attacks - this.turn.attacks : 0);
  /** What is lit on the map: where to, or where from. */
  readonly lit = $derived.by<ReadonlySet<string>>(() => {
    if (this.phase === 'reinforce') return new Set(Object.keys(this.game?.provinces ?? {}).filter((id) => this.owner(id) === this.me));
    return new Set(this.origin === undefined ? this.ways.keys() : this.ways.get(this.origin));
  });
  /** The exact chance of the attack that is planned. */
  readonly take = $derived.by(() => (this.origin && this.target ? this.chance(this.origin, this.target) : undefined));

  chance(origin: string, target: string): number | undefined {
    if (!this.campaign.current) return undefined;
    return this.campaign.actions.Attack?.origins[origin]?.find((choice) => choice.target === target)?.take;
  }
  owner = (id: string): number | undefined => this.game?.provinces[id]?.owner;
  unitsOn = (id: string): number => this.game?.provinces[id]?.units ?? 0;

  placeName(id: string): string {
    const place = this.world.place(id);
    return place.names?.[locale.language] ?? locale.region(place.iso_a2, place.name);
  }
  /** The name of a seat's holder, whoever looks. */
  seatName = (seat: number): string => holderName(this.head?.seats ?? {}, seat);
  who = (seat: number | undefined): string => (seat === undefined ? t('prov.neutral') : seat === this.me ? t('seat.you') : this.seatName(seat));

  /** The phase is left for another one that is open. */
  go(phase: Phase): void {
    this.wish = phase;
    this.drop();
  }
  private drop(): void {
    this.origin = this.target = this.looked = undefined;
    this.placed = {};
  }
  /** One step back: to now, the target, then the origin, then the units put down. */
  leave(): void {
    if (this.past.history) this.past.close();
    else if (this.target) this.target = undefined;
    else if (this.origin) this.origin = undefined;
    else this.drop();
  }

  /** What a press on a province means now. */
  pick(id: string): void {
    this.looked = id;
    if (this.phase === 'reinforce') this.put(id, 1);
    else if (this.origin !== undefined && this.ways.get(this.origin)?.includes(id)) this.aim(this.origin, id);
    else if (this.origin === id) this.origin = this.target = undefined;
    else if (this.ways.has(id)) {
      this.origin = id;
      this.target = undefined;
    } else if (this.phase === 'attack') {
      const from = this.bestFrom(id);
      if (from) this.aim(from, id);
    }
  }
  /** Where to attack a province from: the best chance, or else the most units. */
  private bestFrom(target: string): string | undefined {
    const worth = (origin: string): number => (this.chance(origin, target) ?? 0) * 1000 + this.unitsOn(origin);
    return [...this.ways].filter(([, to]) => to.includes(target)).map(([from]) => from).sort((a, b) => worth(b) - worth(a))[0];
  }
  /** From here to there, if that is a way. */
  aim(origin: string, target: string): void {
    if (!this.ways.get(origin)?.includes(target)) return;
    this.origin = origin;
    this.target = target;
    this.looked = undefined;
    this.units = this.phase === 'move' ? this.unitsOn(origin) - 1 : 1;
    this.stopAt = 1;
  }
  /** Put units on an own province, or take them back. */
  put(id: string, units: number): void {
    if (this.owner(id) !== this.me || units > this.toPlace) return;
    const there = (this.placed[id] ?? 0) + units;
    const { [id]: _, ...rest } = this.placed;
    this.placed = there > 0 ? { ...rest, [id]: there } : rest;
  }

  /** The one act of the phase. */
  act(): Promise<boolean> {
    const command = this.planned();
    return command ? this.press.run(() => this.campaign.send(command)) : Promise.resolve(false);
  }
  planned(): Command | undefined {
    const { phase, origin, target, turn } = this;
    if (!turn) return undefined;
    if (phase === 'reinforce') return this.toPlace === 0 ? { type: 'Reinforce', turn: turn.number, units: { ...this.placed } } : undefined;
    if (!origin || !target) return undefined;
    if (phase === 'move') return { type: 'Move', turn: turn.number, origin, target, units: this.units };
    return {
      type: 'Attack', turn: turn.number, attack: turn.attacks + 1, origin, target, move_in: this.units,
      ...(this.game?.assault === 'blitz' ? { stop_at: this.stopAt } : {}),
    };
  }
  endTurn(): Promise<boolean> {
    const turn = this.turn?.number;
    return turn === undefined ? Promise.resolve(false) : this.press.run(() => this.campaign.send({ type: 'EndTurn', turn }));
  }

  /** A view came: throws are checked, and plans that no longer hold are dropped. */
  private saw(view: ProvincesView): void {
    this.checker.look(view);
    if (this.told.turn === undefined) this.shownThrow = view.game.last_attack?.throws[0]?.n ?? -1;
    const now = { turn: view.game.turn?.number ?? 0, ...(this.phase ? { phase: this.phase } : {}) };
    if (now.turn !== this.told.turn) this.wish = undefined;
    if (now.turn !== this.told.turn || now.phase !== this.told.phase) this.drop();
    this.told = now;
    if (this.origin && !(this.target ? this.ways.get(this.origin)?.includes(this.target) : this.ways.has(this.origin))) this.drop();
    if (this.origin) this.units = Math.max(1, Math.min(this.units, this.unitsOn(this.origin) - 1));
  }

  /** The last attack, if it belongs to the turn that is played, or ended the game. */
  readonly attack = $derived.by<AttackView | undefined>(() => this.game?.last_attack);
}

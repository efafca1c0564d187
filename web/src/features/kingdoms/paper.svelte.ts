/** What the pages for paper need: who plays, the map, and every turn of the past that the viewer was shown. */
import { rest } from '../../lib/api/rest.ts';
import type { Problem } from '../../lib/api/types.ts';
import { Track } from '../../lib/history/track.ts';
import { locale } from '../../lib/i18n/i18n.svelte.ts';
import { unities, unityName } from '../../lib/kingdoms/board.ts';
import { canSeal, check, type Verdict } from '../../lib/kingdoms/seal.ts';
import { Turns, type Turn } from '../../lib/kingdoms/turns.ts';
import type { KingdomsView } from '../../lib/kingdoms/types.ts';
import { loadWorld, type World } from '../../lib/map/world.ts';
import { spectatorLink } from '../../lib/state/spectatorLink.ts';
import { asProblem } from '../../lib/ui/problem.ts';
import { holderName, type People } from '../shell/people.ts';

export class Paper implements People {
  view = $state.raw<KingdomsView>();
  world = $state.raw<World>();
  problem = $state.raw<Problem>();
  /** By step and seat. */
  verdicts = $state.raw<Readonly<Record<string, Verdict>>>({});
  private readonly turns = new Turns();

  constructor(readonly campaign: string) {
    void this.load();
  }

  readonly me = undefined;
  readonly seats = $derived(this.view?.campaign.seats ?? {});
  readonly unities = $derived(this.world ? unities(this.world) : []);
  seatName = (seat: number): string => holderName(this.seats, seat);
  placeName = (id: string): string => {
    const place = this.world?.place(id);
    return place ? (place.names?.[locale.language] ?? place.name) : id;
  };
  unityName = (key: string): string => (this.world ? unityName(this.world, key, locale.language) : '');
  /** A turn, once all of the past is here. */
  turn = (n: number): Turn | undefined => (this.view ? this.turns.of(n) : undefined);
  get numbers(): number[] {
    return this.view ? this.turns.numbers : [];
  }

  private async load(): Promise<void> {
    try {
      const view = await this.past();
      const map = view.campaign.map.id;
      this.world = await loadWorld(map, () => rest.map(map));
      this.view = view;
      if (canSeal()) await this.prove();
    } catch (error) {
      this.problem = asProblem(error);
    }
  }

  /** The past is gone through once, view by view; the last one is the present. */
  private async past(): Promise<KingdomsView> {
    const link = spectatorLink(this.campaign);
    let track: Track<KingdomsView> | undefined;
    let view: KingdomsView | undefined;
    let from: number | undefined = 1;
    for (let known = 0; from !== undefined; known = track?.steps.length ?? 0) {
      const page = await rest.history(this.campaign, from, link);
      if (page.view) track = new Track(page.view as KingdomsView, ({ game }) => game.turn);
      track?.add(page.entries);
      for (let i = known; track && i < track.steps.length; i += 1) {
        view = track.at(i);
        this.turns.add(view.game);
      }
      from = page.next;
    }
    if (!view) throw new Error('a campaign has a beginning');
    return view;
  }

  private async prove(): Promise<void> {
    const steps = this.numbers.flatMap((turn) => this.turns.of(turn)?.steps ?? []);
    const found = await Promise.all(steps.flatMap(({ number, revealed }) => Object.entries(revealed).map(async ([seat, orders]) => [`${number}/${seat}`, await check(orders, undefined)] as const)));
    this.verdicts = Object.fromEntries(found);
  }
}

/** The past of a campaign, loaded page by page, and where in it the viewer is. */
import { Refused } from '../api/http.ts';
import { rest } from '../api/rest.ts';
import type { Problem, View } from '../api/types.ts';
import { Track, type Step } from '../history/track.ts';
import { spectatorLink } from './spectatorLink.ts';

/** How long the whole of a campaign plays, and how fast or slow a step may be, in ms. */
const WHOLE_MS = 60_000;
const STEP_MS = { least: 60, most: 700 };

type AnyView = View<object, unknown>;

/** @typeParam V the ruleset's view */
export class History<V extends AnyView> {
  /** Steps loaded so far. */
  length = $state(0);
  /** The step on show, counted from 0. */
  index = $state(0);
  playing = $state(false);
  /** The first pages are on their way. */
  loading = $state(true);
  problem = $state.raw<Problem>();
  private track: Track<V> | undefined = undefined;
  private next = 1;
  /** Whose past it is: who sees as another class now, or a restored server, has another. */
  private of: string | undefined;
  private asking = false;
  private again = false;
  private closed = false;
  private ticking?: ReturnType<typeof setTimeout>;

  /** @param round what round a view is in; undefined before the first */
  constructor(readonly campaign: string, private readonly round: (view: V) => number | undefined) {
    void this.more();
  }

  close(): void {
    this.closed = true;
    this.pause();
  }

  /** The view at the step on show. */
  readonly view = $derived(this.length > 0 ? this.track?.at(this.index) : undefined);
  readonly step = $derived<Step | undefined>(this.length > 0 ? this.track?.steps[this.index] : undefined);
  readonly marks = $derived(this.length > 0 ? [...(this.track?.marks ?? [])] : []);
  readonly atEnd = $derived(this.index >= this.length - 1);

  /** Whatever came since; from the beginning if the server's past is another one now. */
  async more(): Promise<void> {
    this.again = this.asking;
    if (this.asking) return;
    this.asking = true;
    try {
      while (!this.closed && ((await this.page()) || this.again)) this.again = false;
      this.problem = undefined;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem;
    } finally {
      this.asking = false;
      this.loading = false;
    }
  }

  /** Ask for the next page; whether there is more. */
  private async page(): Promise<boolean> {
    const page = await rest.history(this.campaign, this.next, spectatorLink(this.campaign));
    const of = `${page.newest.epoch} ${page.newest.class}`;
    if (this.track && of !== this.of) {
      this.track = undefined;
      this.next = 1;
      return true;
    }
    const end = this.atEnd;
    if (page.view) this.track = new Track(page.view as V, this.round);
    this.track?.add(page.entries);
    this.of = of;
    this.next = (page.entries.at(-1)?.n ?? this.next - 1) + 1;
    this.length = this.track?.steps.length ?? 0;
    if (end) this.index = Math.max(0, this.length - 1);
    return page.next !== undefined;
  }

  go(step: number): void {
    this.index = Math.min(this.length - 1, Math.max(0, step));
  }
  by(steps: number): void {
    this.pause();
    this.go(this.index + steps);
  }

  play(): void {
    if (this.atEnd) this.index = 0;
    this.playing = true;
    this.tick();
  }
  pause(): void {
    clearTimeout(this.ticking);
    this.playing = false;
  }
  private tick(): void {
    const pause = Math.min(STEP_MS.most, Math.max(STEP_MS.least, WHOLE_MS / this.length));
    this.ticking = setTimeout(() => {
      this.go(this.index + 1);
      if (this.atEnd) this.playing = false;
      else this.tick();
    }, pause);
  }
}

/** A past to move in, whatever its views are. */
export type Reel = Pick<History<AnyView>, 'length' | 'index' | 'playing' | 'problem' | 'step' | 'marks' | 'atEnd' | 'more' | 'go' | 'by' | 'play' | 'pause'>;

/** What a page shows of its campaign's past, if anything. */
export class Past<V extends AnyView> {
  /** The past that is being looked at; absent: now. */
  history = $state.raw<History<V>>();
  /** The view at the step on show. */
  readonly view = $derived.by(() => this.history?.view);

  constructor(private readonly campaign: string, private readonly round: (view: V) => number | undefined) {}

  open(): void {
    this.history ??= new History(this.campaign, this.round);
  }
  /** Back to now. */
  close(): void {
    this.history?.close();
    this.history = undefined;
  }
}

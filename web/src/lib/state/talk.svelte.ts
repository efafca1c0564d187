/** Talk in one campaign as the viewer has it: channels with unread counts, messages of those opened, drafts. */
import { clickKey } from '../api/chance.ts';
import { Refused } from '../api/http.ts';
import { rest } from '../api/rest.ts';
import type { Message } from '../api/socket.ts';
import type { Problem, TalkChannel, TalkMessage } from '../api/types.ts';
import { session } from './session.svelte.ts';
import { spectatorLink } from './spectatorLink.ts';
import { counted, merged } from './talkRules.ts';

export const ALL = 'all';
const PAGE = 50;

export class Talk {
  channels = $state.raw<TalkChannel[]>();
  /** Of the channels that were opened, oldest first. */
  messages = $state.raw<Record<string, TalkMessage[]>>({});
  /** Channels with nothing older on the server. */
  whole = $state.raw<ReadonlySet<string>>(new Set());
  drafts = $state<Record<string, string>>({});
  problem = $state.raw<Problem>();
  /** The channel that was opened last; it is being read while it is on the screen. */
  open = $state<string>();
  private reading = false;
  private arriving = false;
  private left?: string;
  private readonly stop: () => void;
  private readonly clicks = new Map<string, { text: string; key: string }>();
  private readonly seen = (): void => this.look();

  /** @param me the viewer's seat; undefined for spectators, who have no counts */
  constructor(readonly campaign: string, private readonly me: () => number | undefined) {
    this.stop = session.socket.watch(`talk:${campaign}`, (message) => this.receive(message), spectatorLink(campaign));
    document.addEventListener('visibilitychange', this.seen);
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.seen);
    this.stop();
  }

  /** Unread messages of all channels that aren't muted. */
  readonly unread = $derived((this.channels ?? []).reduce((sum, each) => sum + (each.muted ? 0 : each.unread), 0));

  channel(name: string | undefined): TalkChannel | undefined {
    return this.channels?.find((each) => each.channel === name);
  }

  private receive(message: Message): void {
    if (message.t === 'channels') {
      this.problem = undefined;
      this.channels = message.channels as TalkChannel[];
      // Messages may have come or gone while the line was down: what isn't on the screen is asked for when it is.
      const { open } = this;
      this.messages = open && this.messages[open] ? { [open]: this.messages[open] } : {};
      if (open && this.messages[open]) void this.load(open, true).then(() => this.look());
    } else if (message.t === 'talk') this.said(String(message.channel), message.message as TalkMessage);
    else if (message.t === 'talk_read') {
      const { read, unread, muted } = message as unknown as TalkChannel;
      this.change(String(message.channel), { read, unread, muted });
    } else if (message.t === 'problem') this.problem = message as unknown as Problem;
  }

  private said(name: string, message: TalkMessage): void {
    const before = this.channel(name);
    if (!before || message.n > (before.last?.n ?? 0) + 1) return session.socket.refresh(`talk:${this.campaign}`);
    const known = this.messages[name]?.find((each) => each.n === message.n);
    this.change(name, counted(before, message, this.me(), known?.erased === true));
    if (this.messages[name]) this.keep(name, [message]);
    this.look();
  }

  private change(name: string, change: Partial<TalkChannel>): void {
    this.channels = this.channels?.map((each) => (each.channel === name ? { ...each, ...change } : each));
  }
  private keep(name: string, more: TalkMessage[]): void {
    this.messages = { ...this.messages, [name]: merged(this.messages[name] ?? [], more) };
  }

  /** Open a channel from the list; the focus goes along. */
  enter(name: string): void {
    this.open = name;
    this.arriving = true;
  }
  /** Back to the list. */
  leave(): void {
    this.left = this.open;
    this.open = undefined;
  }
  /** Whether the channel was just opened from the list; asked once. */
  arrived(): boolean {
    const { arriving } = this;
    this.arriving = false;
    return arriving;
  }
  /** The channel that was just left for the list; asked once. */
  wasLeft(): string | undefined {
    const { left } = this;
    this.left = undefined;
    return left;
  }

  /** A channel is on the screen: its newest messages are asked for unless they are here. */
  async show(name: string): Promise<void> {
    this.reading = true;
    if (!this.messages[name]) await this.load(name, true);
    this.look();
  }
  away(): void {
    this.reading = false;
  }
  older(name: string): Promise<void> {
    return this.load(name, false);
  }

  /** Ask for the newest page, in place of what is here but for what comes meanwhile; or for the page before it. */
  private async load(name: string, anew: boolean): Promise<void> {
    try {
      const before = anew ? undefined : this.messages[name]?.[0]?.n;
      const { messages } = await rest.messages(this.campaign, name, before, spectatorLink(this.campaign));
      const newest = messages[0]?.n ?? 0;
      const here = this.messages[name] ?? [];
      this.messages = { ...this.messages, [name]: merged(anew ? here.filter((each) => each.n > newest) : here, messages) };
      const others = [...this.whole].filter((each) => each !== name);
      this.whole = new Set(messages.length < PAGE ? [...others, name] : others);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem;
    }
  }

  /** What is on the screen is read. */
  private look(): void {
    const channel = this.channel(this.open);
    const newest = channel && this.messages[channel.channel]?.at(-1)?.n;
    if (!this.reading || !channel || !newest || newest <= channel.read || this.me() === undefined || document.visibilityState !== 'visible') return;
    this.change(channel.channel, { read: newest, unread: 0 });
    rest.readChannel(this.campaign, channel.channel, newest).then(
      ({ unread }) => this.change(channel.channel, { unread }),
      () => undefined, // counted again with the next answer of the server
    );
  }

  /** Say the draft of a channel. Pressed again after a failure it is the same click, so it is said once. */
  async say(name: string): Promise<void> {
    const text = (this.drafts[name] ?? '').trim();
    if (!text) return;
    const before = this.clicks.get(name);
    const click = before?.text === text ? before : { text, key: clickKey() };
    this.clicks.set(name, click);
    const { message } = await rest.say(this.campaign, name, text, click.key);
    this.clicks.delete(name);
    if ((this.drafts[name] ?? '').trim() === text) this.drafts[name] = '';
    this.said(name, message);
  }
  async erase(name: string, n: number): Promise<void> {
    this.said(name, (await rest.eraseMessage(this.campaign, name, n)).message);
  }
  async mute(name: string, muted: boolean): Promise<void> {
    await rest.muteChannel(this.campaign, name, muted);
    this.change(name, { muted });
  }
}

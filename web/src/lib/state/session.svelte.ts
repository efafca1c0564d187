/** Who uses this browser, the one socket, the server's time, and what the player owes. */
import { Refused } from '../api/http.ts';
import { rest } from '../api/rest.ts';
import { Socket, type Message } from '../api/socket.ts';
import type { Account, CampaignSummary, RulesetInfo } from '../api/types.ts';
import { locale } from '../i18n/i18n.svelte.ts';
import { Absences, type Silence } from '../war/away.ts';
import { ClockOffset } from '../war/clocks.ts';

class Session {
  account = $state.raw<Account>();
  /** False until the first answer about who this is. */
  known = $state(false);
  link = $state<'connecting' | 'open' | 'down' | 'signed-out'>('connecting');
  campaigns = $state.raw<CampaignSummary[]>();
  rulesets = $state.raw<RulesetInfo[]>();
  /** Notices not read yet. */
  unread = $state(0);
  /** Shown once, after a guest was made. */
  recoveryCode = $state<string>();
  /** Parts of the server that are away. */
  away = $state.raw<readonly Silence[]>([]);
  readonly absences = new Absences();
  /** The server's time in ms, each second. */
  now = $state(Date.now());
  readonly socket = new Socket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  private readonly offset = new ClockOffset();
  private stopMe?: () => void;
  private again?: ReturnType<typeof setTimeout>;

  constructor() {
    this.socket.onStatus = (status) => (this.link = status);
    this.socket.onClock = (server, own) => this.offset.add(server, own);
    this.socket.onAway = (away, anew) => {
      if (anew) this.absences.begin(away);
      else this.absences.hear(away, this.serverNow());
      this.away = away;
    };
    addEventListener('offline', () => this.socket.drop());
    addEventListener('online', () => this.socket.hurry());
    setInterval(() => (this.now = this.serverNow()), 1000);
  }

  serverNow(): number {
    return Date.now() + this.offset.ms;
  }

  async begin(): Promise<void> {
    const rulesets = rest.rulesets().then(
      (answer) => (this.rulesets = answer.rulesets),
      () => (this.rulesets = []),
    );
    try {
      this.signedIn((await rest.me()).account);
    } catch (error) {
      if (error instanceof Refused && ['offline', 'slow'].includes(error.problem.code)) this.link = 'down';
    }
    this.known = true;
    await rulesets;
  }

  private signedIn(account: Account): void {
    const change = this.account?.id !== account.id;
    this.account = account;
    if (!change) return;
    this.stopMe?.();
    this.stopMe = this.socket.watch('me', (message) => this.told(message));
    void this.refresh();
  }

  enter(account: Account): void {
    const before = this.account;
    this.signedIn(account);
    if (before?.id !== account.id) this.socket.restart();
  }

  async beGuest(name: string): Promise<void> {
    const answer = await rest.guest(name, locale.language);
    this.recoveryCode = answer.recovery_code;
    this.enter(answer.account);
  }
  async register(name: string, password: string): Promise<void> {
    const upgrade = this.account?.guest === true;
    const answer = upgrade ? await rest.upgrade(name, password) : await rest.register(name, password, locale.language);
    this.enter(answer.account);
  }
  async signIn(name: string, password: string): Promise<void> {
    this.enter((await rest.signIn(name, password)).account);
  }
  async recover(code: string): Promise<void> {
    this.enter((await rest.recover(code)).account);
  }
  async signOut(): Promise<void> {
    await rest.signOut();
    this.account = undefined;
    this.campaigns = undefined;
    this.unread = 0;
    this.stopMe?.();
    this.stopMe = undefined;
    this.socket.restart();
  }

  private told(message: Message): void {
    const inbox = message.inbox as { unread?: number } | undefined;
    if (inbox?.unread !== undefined) this.unread = inbox.unread;
    this.soon();
  }

  /** The viewer's campaigns and what is owed in them, at most once in 300 ms. */
  soon(): void {
    clearTimeout(this.again);
    this.again = setTimeout(() => void this.refresh(), 300);
  }
  async refresh(): Promise<void> {
    if (!this.account) return;
    try {
      this.campaigns = (await rest.campaigns()).campaigns;
    } catch {
      this.campaigns ??= [];
    }
  }

  readonly owed = $derived(
    (this.campaigns ?? [])
      .flatMap((campaign) => campaign.owed.map((owed) => ({ campaign, ...owed })))
      .sort((a, b) => (a.due_unix_ms ?? Infinity) - (b.due_unix_ms ?? Infinity)),
  );
}

export const session = new Session();

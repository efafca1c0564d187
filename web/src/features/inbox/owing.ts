/** Which notices still ask for something: those whose thing the account still owes, the newest notice of each. */
import type { CampaignSummary, InboxItem, Owed } from '../../lib/api/types.ts';

type Names = Record<string, unknown>;

/** What a notice asked for, as the list of what is owed names it or begins to; a name that ends in `:` is any of a kind. */
const ASKED: Record<string, (names: Names) => string> = {
  'notice.your_pick': () => 'pick:',
  'notice.choose_secret': () => 'secret:',
  'notice.your_turn': ({ turn }) => `turn:${turn}`,
  'notice.war_declared': ({ war }) => `answer:${war}`,
  'notice.stakes_raised': ({ war }) => `raise:${war}:`,
  'notice.war_redirected': ({ war }) => `redirect:${war}`,
  'notice.peace_offered': ({ offer }) => `peace:${offer}`,
  'notice.orders_wanted': ({ step }) => `step:${step}`,
  'notice.orders_dropped': () => 'step:',
  'notice.battle': ({ battle }) => `battle:${battle}`,
  'notice.report': ({ battle }) => `battle:${battle}`,
  'notice.ruling_wanted': ({ battle }) => `battle:${battle}`,
  'notice.accord_proposed': ({ offer }) => `accord:${offer}`,
};

/** Behind the whole name more may follow, but neither more letters nor digits. */
const begins = (what: string, asked: string): boolean => what.startsWith(asked) && (asked === '' || asked.endsWith(':') || !/^[\w-]/u.test(what.slice(asked.length)));

/**
 * What is still owed, by the number of the notice that asked for it.
 *
 * A ruleset's notice that isn't in the table above counts while its campaign owes anything at all.
 *
 * @param items newest first
 */
export function stillOwed(items: readonly InboxItem[], campaigns: ReadonlyMap<string, CampaignSummary>): Map<number, Owed> {
  const found = new Map<number, Owed>();
  const told = new Set<string>();
  for (const item of items) {
    if (!item.owes) continue;
    const asked = ASKED[item.key]?.(item.parameters) ?? '';
    const owed = campaigns.get(item.campaign)?.owed.find(({ what }) => begins(what, asked));
    const name = `${item.campaign} ${owed?.what}`;
    if (!owed || told.has(name)) continue;
    told.add(name);
    found.set(item.n, owed);
  }
  return found;
}

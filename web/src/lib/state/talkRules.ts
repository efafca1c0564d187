/** What a message changes: the newest of its channel, what is unread, and its place among the others. */
import type { TalkChannel, TalkMessage } from '../api/types.ts';

/** A channel after a message was said or erased. One's own are never unread, nor are erased ones. */
export function counted(channel: TalkChannel, message: TalkMessage, me: number | undefined, erasedBefore: boolean): Partial<TalkChannel> {
  const last = channel.last?.n ?? 0;
  const newest = message.n >= last ? { last: message } : {};
  if (me === undefined || message.seat === me || message.n <= channel.read) return newest;
  if (message.erased) return erasedBefore ? newest : { ...newest, unread: Math.max(0, channel.unread - 1) };
  return message.n > last ? { ...newest, unread: channel.unread + 1 } : newest;
}

/** Messages by their numbers, oldest first; a newer version replaces an older one. */
export function merged(before: readonly TalkMessage[], more: readonly TalkMessage[]): TalkMessage[] {
  const found = new Map(before.map((each) => [each.n, each]));
  for (const each of more) if (!found.get(each.n)?.erased) found.set(each.n, each);
  return [...found.values()].sort((a, b) => a.n - b.n);
}

/** The other seat of a private channel; undefined for the campaign's. */
export function partnerOf(channel: string, me: number | undefined): number | undefined {
  const seats = channel.split('-').map(Number);
  return seats.length === 2 ? seats.find((seat) => seat !== me) : undefined;
}

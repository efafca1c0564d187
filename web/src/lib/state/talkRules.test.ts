import { describe, expect, it } from 'vitest';
import { counted, merged, partnerOf } from './talkRules.ts';

const said = (n: number, seat: number, more = {}) => ({ n, seat, at_unix_ms: n, text: `m${n}`, ...more });
const channel = { channel: 'all', unread: 1, read: 2, muted: false, last: said(3, 1) };

describe('a message', () => {
  it('of another counts as unread, once', () => {
    expect(counted(channel, said(4, 1), 0, false)).toEqual({ last: said(4, 1), unread: 2 });
    expect(counted(channel, said(3, 1), 0, false)).toEqual({ last: said(3, 1) });
  });
  it('of one’s own, or seen by a spectator, does not', () => {
    expect(counted(channel, said(4, 0), 0, false)).toEqual({ last: said(4, 0) });
    expect(counted(channel, said(4, 1), undefined, false)).toEqual({ last: said(4, 1) });
  });
  it('that is erased counts no more, and is not the newest for it', () => {
    const gone = { n: 3, seat: 1, at_unix_ms: 3, erased: true as const };
    expect(counted(channel, gone, 0, false)).toEqual({ last: gone, unread: 0 });
    expect(counted(channel, gone, 0, true)).toEqual({ last: gone });
    expect(counted(channel, { ...gone, n: 1 }, 0, false)).toEqual({});
  });
});

describe('messages', () => {
  it('stay in order, newer versions replace older ones, and what is erased stays so', () => {
    const gone = { n: 2, seat: 1, at_unix_ms: 2, erased: true as const };
    expect(merged([said(2, 1), said(3, 1)], [said(1, 1), gone])).toEqual([said(1, 1), gone, said(3, 1)]);
    expect(merged([gone], [said(2, 1)])).toEqual([gone]);
  });
});

describe('a channel', () => {
  it('has a partner if it is private', () => {
    expect([partnerOf('0-2', 0), partnerOf('0-2', 2), partnerOf('all', 0)]).toEqual([2, 0, undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { offerOf } from '../../lib/offer.ts';
import { standingOf } from './takeOver.ts';

describe('a seat that a link offers', () => {
  it('is named by the address with its link', () => {
    expect(offerOf('?seat=2&link=a.b')).toEqual({ seat: 2, link: 'a.b' });
    for (const other of ['', '?link=a.b', '?seat=2', '?seat=-1&link=a', '?seat=x&link=a']) expect(offerOf(other)).toBeUndefined();
  });
  it('stands among the others by provinces, or by points', () => {
    const kingdoms = { 0: { provinces: 9, units: 4 }, 1: { provinces: 3, units: 7 } };
    expect(standingOf({ kingdoms }, 1)).toEqual({ key: 'take_over.kingdom', figures: { provinces: 3, units: 7, place: 2 } });
    expect(standingOf({ seats: { 0: { points: 2 }, 1: {} } }, 0)).toEqual({ key: 'take_over.empire', figures: { points: 2, place: 1 } });
    expect(standingOf({}, 0)).toBeUndefined();
  });
});

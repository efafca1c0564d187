import { describe, expect, it, vi } from 'vitest';
import type { MapFault } from '../api/types.ts';

vi.stubGlobal('navigator', { language: 'fa-IR' });
const { faultText } = await import('./faults.ts');
const { unmarked } = await import('../i18n/format.ts');

const told = (code: string, sentence: string, detail: Record<string, string>): string => unmarked(faultText({ code, sentence, detail } as unknown as MapFault));

describe('faultText', () => {
  it('says in the reader’s language why something can’t be read, by its code', () => {
    const detail = { part: 'places[0]', why: 'missing_field', field: 'id', reason: '`id` is missing' };
    expect(told('bad_part', 'no', detail)).toBe('«places[0]» خوانده نمی‌شود: «id» جا افتاده است.');
  });
  it('falls back to the server’s words for a code that it doesn’t know', () => {
    expect(told('bad_part', 'no', { part: 'x', why: 'later', reason: 'so' })).toBe('«x» خوانده نمی‌شود: so.');
    expect(told('later', 'so', {})).toBe('so');
  });
});

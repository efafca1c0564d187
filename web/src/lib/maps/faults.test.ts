import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'fa-IR' });
const { faultText } = await import('./faults.ts');
const { unmarked } = await import('../i18n/format.ts');

describe('faultText', () => {
  it('says in the reader’s language why something can’t be read, by its code', () => {
    const detail = { part: 'places[0]', why: 'missing_field', field: 'id', reason: '`id` is missing' };
    expect(unmarked(faultText({ code: 'bad_part', sentence: 'no', detail }))).toBe('«places[0]» خوانده نمی‌شود: «id» جا افتاده است.');
  });
  it('falls back to the server’s words for a code that it doesn’t know', () => {
    expect(unmarked(faultText({ code: 'bad_part', sentence: 'no', detail: { part: 'x', why: 'later', reason: 'so' } }))).toBe('«x» خوانده نمی‌شود: so.');
    expect(faultText({ code: 'later', sentence: 'so', detail: {} })).toBe('so');
  });
});

import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('navigator', { language: 'en-GB' });
const { problemText } = await import('./problem.ts');

const unavailable = { code: 'mission_unavailable', sentence: 'no', detail: { missions: ['MareNostrum', 'SevenWonders'] } };

describe('problemText', () => {
  it('names the missions that the settings rule out', () => {
    expect(problemText(unavailable)).toBe('Not possible with these settings: Mare Nostrum and Seven Wonders.');
  });
  it('says why the rules refused a start', () => {
    const { code, sentence, detail } = unavailable;
    const refused = { code: 'start_refused', sentence: 'no', detail: { reason: code, sentence, detail } };
    expect(problemText(refused)).toBe(problemText(unavailable));
    expect(problemText({ code: 'start_refused', sentence: 'no' })).toBe('The campaign can’t start with these settings.');
  });
});

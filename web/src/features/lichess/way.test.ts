import { describe, expect, it } from 'vitest';
import { ownPath } from './way.ts';

describe('the way back from Lichess', () => {
  it('ends where it began, in this client and nowhere else', () => {
    const origin = 'https://war.example.org';
    expect(ownPath('/rooms/r1?invite=x', origin)).toBe('/rooms/r1?invite=x');
    for (const elsewhere of [null, '', '//evil.example/', '/\\\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'rooms']) expect(ownPath(elsewhere, origin)).toBe('/');
  });
});

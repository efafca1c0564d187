import { describe, expect, it } from 'vitest';
import { extended, refreshed } from './roomPages.ts';

const room = (id: string, created_unix_ms: number): { id: string; created_unix_ms: number } => ({ id, created_unix_ms });
const [e, d, c, b, a] = [room('e', 50), room('d', 40), room('c', 30), room('b', 20), room('a', 20)];
const ids = (rooms: { id: string }[]): string => rooms.map(({ id }) => id).join('');

describe('pages of rooms', () => {
  it('are put after one another, each room once', () => {
    expect(ids(extended([d, c], [c, b, a]))).toBe('dcba');
  });
  it('stay when the first one comes anew', () => {
    expect(ids(refreshed([d, c, b, a], [d, c]))).toBe('dcba');
  });
  it('keep the room that a new one pushes out of the first', () => {
    expect(ids(refreshed([d, c, b, a], [e, d]))).toBe('edcba');
  });
  it('lose a room that was closed', () => {
    expect(ids(refreshed([d, c, b, a], [d, b]))).toBe('dba');
    expect(ids(refreshed([d, c], []))).toBe('');
  });
});

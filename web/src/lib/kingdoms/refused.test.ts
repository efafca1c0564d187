import { expect, test } from 'vitest';
import type { Problem } from '../api/types.ts';
import { refusedOf } from './refused.ts';

const refused = (detail: Record<string, unknown>): Problem => ({ code: 'bad_orders', kind: 'not_allowed', sentence: '', detail });

test('a refusal lists bad orders or lines, and says how many more there are', () => {
  expect(refusedOf(refused({ orders: [{ at: 1 }], more: 51 }), 'orders')).toEqual({ bad: [{ at: 1 }], more: 51 });
  expect(refusedOf(refused({ lines: [{ line: 1 }] }), 'lines')).toEqual({ bad: [{ line: 1 }], more: 0 });
  expect(refusedOf(refused({ lines: [{ line: 1 }] }), 'orders')).toEqual({ bad: [], more: 0 });
  expect(refusedOf(undefined, 'orders')).toEqual({ bad: [], more: 0 });
});

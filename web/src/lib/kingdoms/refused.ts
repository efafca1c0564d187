/** What a refusal of orders lists: the bad ones, and how many more there are. */
import type { Problem } from '../api/types.ts';

export interface Refused { bad: Record<string, unknown>[]; more: number }

/** @param name what the detail calls the list: `orders`, or `lines` of orders as text */
export function refusedOf(problem: Problem | undefined, name: 'orders' | 'lines'): Refused {
  const listed = problem?.detail?.[name];
  const more = problem?.detail?.more;
  return { bad: Array.isArray(listed) ? (listed as Record<string, unknown>[]) : [], more: typeof more === 'number' ? more : 0 };
}

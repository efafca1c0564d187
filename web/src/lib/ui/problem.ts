/** Problems in words: by code and numbers, else the server's own sentence. */
import { Refused } from '../api/http.ts';
import type { Problem } from '../api/types.ts';
import { locale } from '../i18n/i18n.svelte.ts';
import type { Values } from '../i18n/format.ts';

export function problemText(problem: Problem, names: (id: string) => string = (id) => id): string {
  const values: Values = {};
  for (const [key, value] of Object.entries(problem.detail ?? {})) {
    if (typeof value === 'number') values[key] = value;
    else if (typeof value === 'string') values[key] = key === 'country' ? names(value) : value;
  }
  return locale.any(`problem.${problem.code}`, values, problem.sentence || problem.code);
}

/** The problem in an error; anything else is a fault of ours and is thrown on. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  throw error;
}

/** Problems in words: by code and numbers, else the server's own sentence. */
import { Refused } from '../api/http.ts';
import type { Problem } from '../api/types.ts';
import { locale } from '../i18n/i18n.svelte.ts';
import type { Values } from '../i18n/format.ts';
import { missionName } from '../war/missionText.ts';

export function problemText(problem: Problem, names: (id: string) => string = (id) => id): string {
  const rules = whatTheRulesSaid(problem);
  if (rules) return problemText(rules, names);
  const values: Values = {};
  for (const [key, value] of Object.entries(problem.detail ?? {})) {
    if (typeof value === 'number') values[key] = value;
    else if (typeof value === 'string') values[key] = key === 'country' || key === 'province' ? names(value) : value;
    else if (key === 'missions' && Array.isArray(value)) values[key] = locale.list(value.map((name) => missionName(String(name))));
  }
  // Both games say whose it must be; only the word for the place differs.
  values.country ??= values.province;
  return locale.any(`problem.${problem.code}`, values, problem.sentence || problem.code);
}

/** A refused start holds the rules' own problem, which says more. */
function whatTheRulesSaid({ code, detail }: Problem): Problem | undefined {
  if (code !== 'start_refused' || typeof detail?.reason !== 'string') return undefined;
  return { code: detail.reason, sentence: String(detail.sentence ?? ''), detail: (detail.detail ?? {}) as Record<string, unknown> };
}

/** The problem in an error; anything else is a fault of ours and is thrown on. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  throw error;
}

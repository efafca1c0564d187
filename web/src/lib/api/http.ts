/** Requests to the gateway. Every refusal becomes a `Refused` with the problem's code and numbers. */
import type { Problem } from './types.ts';

export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.sentence);
    this.name = 'Refused';
    this.problem = problem;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface How {
  /** Of the body's text; JSON unless told. */
  type?: string;
  encode?: (body: unknown) => BodyInit;
  /** How long the answer may take, in ms. */
  limit?: number;
}

/** How long an answer may take to begin, in ms: longer than any limit of the gateway's own. */
export const ANSWER_MS = 15_000;
/** The same where a file goes up first. */
export const UPLOAD_MS = 120_000;
/** How long the rest of an answer that has begun may take: slow lines are no reason to give up. */
export const BODY_MS = 60_000;

/**
 * The answer to a request, with its text.
 *
 * What doesn't come in time is given up and thrown as `Refused`: `slow` if nothing but a look was asked for, else
 * `no_answer`, since nobody knows then whether it came through. A line that breaks is `offline`.
 */
export async function fetched(url: string, init: RequestInit = {}, limit = ANSWER_MS): Promise<{ response: Response; text: string }> {
  const patience = new AbortController();
  let timer = setTimeout(() => patience.abort(), limit);
  try {
    const response = await fetch(url, { ...init, signal: patience.signal });
    clearTimeout(timer);
    timer = setTimeout(() => patience.abort(), BODY_MS);
    return { response, text: response.status === 204 ? '' : await response.text() };
  } catch {
    if (!patience.signal.aborted) throw new Refused({ code: 'offline', sentence: 'The server can’t be reached.' });
    if ((init.method ?? 'GET') === 'GET') throw new Refused({ code: 'slow', sentence: 'The server takes too long to answer.' });
    throw noAnswer();
  } finally {
    clearTimeout(timer);
  }
}

/** Something was asked for, and nobody knows whether it came through. */
export const noAnswer = (): Refused => new Refused({ code: 'no_answer', sentence: 'The server didn’t answer; it isn’t known whether this came through.' });

export async function request<T>(method: Method, path: string, body?: unknown, { type = 'application/json', encode = JSON.stringify, limit }: How = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-Warboard'] = '1';
  if (body !== undefined) headers['Content-Type'] = type;
  const init: RequestInit = { method, headers, credentials: 'same-origin', ...(body === undefined ? {} : { body: encode(body) }) };
  const { response, text } = await fetched(`/api/v1${path}`, init, limit);
  if (response.status === 204) return undefined as T;
  const answer = parse(text);
  if (response.ok) return answer as T;
  throw new Refused(asProblem(answer, response.status));
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function asProblem(answer: unknown, status: number): Problem {
  const given = (answer ?? {}) as Partial<Problem>;
  return {
    code: typeof given.code === 'string' ? given.code : 'unexpected',
    sentence: typeof given.sentence === 'string' ? given.sentence : `The server answered ${status}.`,
    status,
    ...(given.kind === undefined ? {} : { kind: given.kind }),
    ...(given.detail === undefined ? {} : { detail: given.detail }),
  };
}

export const get = <T>(path: string): Promise<T> => request<T>('GET', path);
export const post = <T>(path: string, body?: unknown, how: How = {}): Promise<T> => request<T>('POST', path, body, how);
export const put = <T>(path: string, body: unknown): Promise<T> => request<T>('PUT', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => request<T>('PATCH', path, body);
export const remove = <T>(path: string): Promise<T> => request<T>('DELETE', path);

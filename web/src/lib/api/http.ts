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
}

export async function request<T>(method: Method, path: string, body?: unknown, { type = 'application/json', encode = JSON.stringify }: How = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-Warboard'] = '1';
  if (body !== undefined) headers['Content-Type'] = type;
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: encode(body) }),
    });
  } catch {
    throw new Refused({ code: 'offline', sentence: 'The server can’t be reached.' });
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
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

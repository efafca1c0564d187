/** JSON merge patch (RFC 7396). Nothing is changed in place: parts without a change stay the same objects. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mergePatch<T>(target: T, patch: unknown): T {
  if (!isObject(patch)) return patch as T;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else {
      const merged = mergePatch(Object.hasOwn(result, key) ? result[key] : undefined, value);
      // defineProperty: a key such as __proto__ is data, too
      Object.defineProperty(result, key, { value: merged, writable: true, enumerable: true, configurable: true });
    }
  }
  return result as T;
}

/** Small settings kept in this browser; storage may be forbidden, so nothing may depend on it. */

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`warboard.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`warboard.${name}`);
    else localStorage.setItem(`warboard.${name}`, value);
  } catch {
    /* not kept, then */
  }
}

/** A seat that somebody may take over, by the link that its host made. */

export interface Offer {
  seat: number;
  link: string;
}

/** The seat that an address offers: `?seat=2&link=...`. */
export function offerOf(search: string): Offer | undefined {
  const given = new URLSearchParams(search);
  const [seat, link] = [given.get('seat'), given.get('link')];
  return seat !== null && /^\d{1,3}$/u.test(seat) && link ? { seat: Number(seat), link } : undefined;
}

/** What an API token may reach (docs/api.md), and for how many days one is offered; 0: it never runs out. */
export const SCOPES = ['read', 'play', 'rooms'] as const;
export type Scope = (typeof SCOPES)[number];
export const LIFETIMES = [7, 90, 365, 0] as const;

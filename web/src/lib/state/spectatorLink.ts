/** The signed link a spectator came by: kept for this tab, so that the campaign's games open with it too. */

/** The link for a campaign or a game of it (`<campaign>-w3`), if this tab came by one. */
export function spectatorLink(entity: string): string | undefined {
  const campaign = entity.replace(/-w\d+$/u, '');
  const name = `warboard.link.${campaign}`;
  const given = location.pathname.includes(`/campaigns/${campaign}`) ? new URLSearchParams(location.search).get('link') : null;
  try {
    if (given) sessionStorage.setItem(name, given);
    return given ?? sessionStorage.getItem(name) ?? undefined;
  } catch {
    return given ?? undefined;
  }
}

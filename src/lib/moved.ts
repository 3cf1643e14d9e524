/** The address of a feed's page for one as `/notebook/feeds/12`, with its state; null for any other address. */
export function feedAddress({pathname, search}: {pathname: string; search: string}): string | null {
  const [, base, feed] = /^((?:\/[^/]+)*\/)feeds\/(\d+)(?:\.html|\/)?$/.exec(pathname) ?? []; // never //host/
  if (base === undefined || feed === undefined) return null;
  const params = new URLSearchParams(search);
  params.delete("feed");
  const rest = params.size > 0 ? `&${params}` : "";
  return `${base}feed?feed=${feed}${rest}`;
}

/**
 * Leads from `feeds/12`, where no page is, to that of feed 12: a page for each of thousands of feeds would be built, and one
 * page shows any of them. For the page that a host shows in place of one that is not there.
 */
export function followFeed(go: (address: string) => void = (address) => location.replace(address)): void {
  const address = feedAddress(location);
  if (address !== null) go(address);
}

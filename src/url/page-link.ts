/**
 * The address of another page, such as `./feed?feed=1`. In a built site it ends in `.html`, as a host of plain files finds
 * no page without it.
 */
export function pageLink(link: string): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(link) ?? [];
  const namesPage = /(?:^|\/)[^/.]+$/.test(path);
  return namesPage ? `${path}${ending()}${rest}` : link;
}

// The head of a built page says it; a preview, and a test without a document, have none.
function ending(): string {
  return globalThis.document?.querySelector("meta[name=feedbook-pages]")?.getAttribute("content") ?? "";
}

/** The address of a feed's page for an address such as `/notebook/feeds/12`, with its state; null for any other. */
export function feedAddress({pathname, search}: {pathname: string; search: string}): string | null {
  const [, base, feed] = /^((?:\/[^/]+)*\/)feeds\/(\d+)(?:\.html|\/)?$/.exec(pathname) ?? []; // never //host/
  if (base === undefined || feed === undefined) return null;
  const params = new URLSearchParams(search);
  params.delete("feed");
  const rest = params.size > 0 ? `&${params}` : "";
  return `${base}feed?feed=${feed}${rest}`;
}

/**
 * Redirects from `feeds/12` to the page of feed 12. One page shows any feed, as thousands of pages would be slow to
 * build. Called by the page that a host shows for unknown addresses.
 */
export function followFeed(go: (address: string) => void = (address) => location.replace(address)): void {
  const address = feedAddress(location);
  if (address !== null) go(pageLink(address));
}

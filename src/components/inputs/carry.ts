import {patched, readState} from "../../lib/state.js";

const time = ["range", "zoom", "step", "tz"];

// What of its state a page shares with others of its kind.
const shared: Readonly<Record<string, readonly string[]>> = {
  feed: ["feed", "closed", ...time],
  prices: ["feed", "closed", ...time],
  spreads: ["feed", "closed", ...time],
  funding: time,
  quality: ["range", "zoom", "tz"]
};

/**
 * Makes the links between pages keep of the view what the other page can show too: the time, and between pages
 * of one feed the feed and whether its closed hours are skipped.
 */
export function carryState(): void {
  const state = readState();
  const own = shared[pageOf(location)] ?? [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Pages] a")) {
    const theirs = shared[pageOf(link)] ?? [];
    const kept = own.filter((name) => theirs.includes(name)).map((name) => [name, state[name] ?? null]);
    link.search = patched("", Object.fromEntries(kept));
  }
}

/** An address on another page with the time that this one shows, and, where that page can skip them, closed hours skipped. */
export function withTime(href: string): string {
  const state = readState();
  const [path = "", search = ""] = href.split("?");
  const names = (shared[pageOf({pathname: path})] ?? time).filter((name) => name !== "feed");
  const kept = names.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]]));
  return `${path}${patched(search, Object.fromEntries(kept))}`;
}

function pageOf({pathname}: {pathname: string}): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1).replace(/\.html$/, "");
}

import type {Opening} from "../duckdb/sql/opening.js";
import type {Search} from "../ui/tables/search.js";
import type {SortState} from "../ui/tables/table.js";
import {inUrl, type Kept, patched, readState} from "../url/state.js";
import {type BoardOptions, usualBoard} from "../views/board/board.js";
import type {CatalogOptions} from "../views/catalog/catalog.js";
import {pickShown, type Shown} from "./underlying.js";

/** Keeps the state of `feedBoard` in the URL: `search`, `class`, and `sort` and `rates`, the sorts of its tables. */
export function listState(): Required<Pick<BoardOptions, "state">> {
  return {state: inUrl({...usualBoard})};
}

/** Keeps the search of a page's long table in the URL: `search`, and `rows=all` if all rows are shown. */
export function foundState(): Kept<Search> {
  return inUrl({search: "", rows: ""});
}

/** Keeps the sort of a page's table in the URL under its name: a column, after a minus to descend. */
export function sortState(name: string, usual = ""): Required<SortState> {
  return {sorted: inUrl({sort: usual}, {sort: name})};
}

/**
 * Options of `catalog` that keep its state in the URL: `search`, and the table that is open as its fragment, so that
 * `/data#prices` is a link to it. A fragment that comes later opens its table too.
 */
export function tablesState(): Required<Pick<CatalogOptions, "found" | "onOpen">> {
  addEventListener("hashchange", reveal);
  requestAnimationFrame(reveal); // the table is not in the page yet
  return {
    found: inUrl({search: ""}),
    onOpen(id) {
      if (location.hash.slice(1) !== id)
        history.replaceState(null, "", `${location.pathname}${location.search}${id && `#${id}`}`);
    }
  };
}

/** Options of `fundingMatrix`: the time of simulated data, its search and sort, and links that pick an underlying. */
export function matrixState(opening: Pick<Opening, "meta" | "feeds" | "pick">): {
  found: Kept<Search>;
  simulatedAt: string | null;
  href: (shown: Shown) => string;
  onPick: (shown: Shown) => void;
} & SortState {
  return {
    found: foundState(),
    ...sortState("sort"),
    simulatedAt: simulatedAt(opening.meta),
    href: (shown) => patched(location.search, {...shown, feed: null}),
    onPick: (shown) => pickShown(opening, shown)
  };
}

/** The time of simulated data's last update, from which countdowns run; null: the reader's clock. */
export function simulatedAt({simulated, lastPublishedAt}: Opening["meta"]): string | null {
  return simulated === true ? lastPublishedAt : null;
}

/**
 * Options of a table whose rows lead to the page's present view of another feed: its range, zoom and whatever else the
 * URL says stay. The page shows it by itself.
 */
export function sameView(): {
  href: (row: {priceFeedId: number | bigint}) => string;
  onPick: (row: {priceFeedId: number | bigint}) => void;
} {
  return {
    href: ({priceFeedId}) => patched(location.search, {feed: String(priceFeedId)}),
    onPick: ({priceFeedId}) => inUrl({feed: null}).keep({feed: String(priceFeedId)})
  };
}

function reveal(): void {
  const id = location.hash.slice(1);
  const found = id === "" ? null : (document.getElementById(id) ?? document.getElementById(`store-${id}`));
  if (!(found instanceof HTMLDetailsElement)) return;
  found.open = true;
  found.scrollIntoView();
}

const time = ["range", "zoom", "step", "tz"];

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

/**
 * An address on another page with the time that this one shows, and, where that page can skip them, closed hours
 * skipped.
 */
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

import type {Opening} from "../../lib/opening.js";
import {inUrl, type Kept, patched, readState, writeState} from "../../lib/state.js";
import {type BoardOptions, usualBoard} from "../board/board.js";
import type {CatalogOptions} from "../catalog/catalog.js";
import type {Finding} from "../table/finder.js";
import type {SortState} from "../table/table.js";

/** Keeps what `feedBoard` shows in the URL: `search`, `class`, and `sort` and `rates`, by which its tables are sorted. */
export function listState(): Required<Pick<BoardOptions, "state">> {
  return {state: inUrl({...usualBoard})};
}

/** Keeps what of a page's long table is shown in the URL: `search`, and `rows=all` where all of it is. */
export function foundState(): Kept<Finding> {
  return inUrl({search: "", rows: ""});
}

/** Keeps how a page's table is sorted in the URL under its name: a column, after a minus where it descends. */
export function sortState(name: string, usual = ""): Required<SortState> {
  return {sorted: inUrl({sort: usual}, {sort: name})};
}

/**
 * Options of `catalog` that keep its state in the URL: `search`, and the table that is open as its fragment, so that
 * `/data#prices` is a link to it. A fragment that comes later opens its table too.
 */
export function tablesState(): Required<CatalogOptions> {
  addEventListener("hashchange", reveal);
  requestAnimationFrame(reveal); // the table is not in the page yet
  return {
    search: readState().search ?? "",
    open: openIn(location.hash),
    onChange({search, open}) {
      if (openIn(location.hash) !== open)
        history.replaceState(null, "", `${location.pathname}${location.search}${open && `#${open}`}`);
      writeState({search: search || null}, {replace: true});
    }
  };
}

/** Options of the now-table: the time of simulated data, what is found in it, and links to the history of feeds that keep the rest of the view. */
export function nowState({meta}: Pick<Opening, "meta">): {
  found: Kept<Finding>;
  simulatedAt: string | null;
  href: (ids: string) => string;
  onPick: (ids: string) => void;
} {
  return {
    found: foundState(),
    simulatedAt: simulatedAt(meta),
    href: (ids) => patched(location.search, {feeds: ids}),
    onPick(ids) {
      writeState({feeds: ids, hide: null});
      document.getElementById("over-time")?.scrollIntoView({block: "start"});
    }
  };
}

/** The time to count down from where data is simulated, that of its last update; null where it is the reader's clock. */
export function simulatedAt({simulated, lastPublishedAt}: Opening["meta"]): string | null {
  return simulated === true ? lastPublishedAt : null;
}

/**
 * Options of a table whose rows lead to the page's present view of another feed: its range, zoom and whatever else the URL
 * says stay. The page shows it by itself.
 */
export function sameView(): {
  href: (row: {priceFeedId: number | bigint}) => string;
  onPick: (row: {priceFeedId: number | bigint}) => void;
} {
  return {
    href: ({priceFeedId}) => patched(location.search, {feed: String(priceFeedId)}),
    onPick: ({priceFeedId}) => writeState({feed: String(priceFeedId)})
  };
}

// Ids are plain letters, so nothing needs decoding.
function openIn(hash: string): string {
  return hash.slice(1);
}

function reveal(): void {
  const id = openIn(location.hash);
  const found = id === "" ? null : (document.getElementById(id) ?? document.getElementById(`store-${id}`));
  if (!(found instanceof HTMLDetailsElement)) return;
  found.open = true;
  found.scrollIntoView();
}

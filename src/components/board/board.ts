import {formatCount} from "../../lib/format.js";
import type {Instant} from "../../lib/instant.js";
import {clockFrom, countDown} from "../parts/countdown.js";
import {html} from "../parts/dom.js";
import type {FeedNames, PriceFeed, RateFeed} from "../parts/feeds.js";
import {segments} from "../parts/segments.js";
import {short} from "../parts/short.js";
import {priceColumns, rateColumns} from "./columns.js";
import type {Sort} from "./order.js";
import {type FeedTable, feedTable} from "./table.js";

/** What the board shows: words to find, a class of feeds (empty: all), and how each of its two tables is sorted. */
export interface BoardState {
  search: string;
  group: string;
  sort: Sort;
  rateSort: Sort;
}

/** Options of {@link feedBoard}. */
export interface BoardOptions {
  /** Of simulated data the time to count down from; null: the reader's clock. */
  simulatedAt?: Instant | null;
  state?: BoardState;
  /** Told what the reader wants to see; `follow` then says what to show. */
  onChange?: (state: BoardState) => void;
  /** Calls back with another state to show as long as the element is in the document, as where the reader goes back. */
  follow?: (element: HTMLElement, show: (state: BoardState) => void) => void;
}

/** The feeds of the board. */
export interface Feeds {
  prices: readonly PriceFeed[];
  rates: readonly RateFeed[];
}

const bySymbol: Sort = {column: "symbol", descending: false};

/** All feeds, those with prices and those with funding rates in a table each, with a search and a filter over both. */
export function feedBoard({prices, rates}: Feeds, options: BoardOptions = {}): HTMLElement {
  const {onChange, follow, simulatedAt = null} = options;
  const clock = clockFrom(simulatedAt);
  let state = options.state ?? {search: "", group: "", sort: bySymbol, rateSort: bySymbol};
  let shown = "";
  const change = (patch: Partial<BoardState>): void => {
    show({...state, ...patch});
    onChange?.(state);
  };
  const tables = [
    section(
      "prices",
      "Prices",
      feedTable(prices, {label: "Prices", columns: priceColumns, onSort: (sort) => change({sort})})
    ),
    section(
      "rates",
      "Funding rates",
      feedTable(rates, {label: "Funding rates", columns: rateColumns(clock), onSort: (rateSort) => change({rateSort})})
    )
  ];
  const all = [...prices, ...rates];
  const field = searchField((search) => change({search}));
  const filter = segments("Class", classesOf(all), (group) => change({group}));
  const count = html("span", {role: "status", class: "fb-count"});
  const none = html("p", {class: "fb-none"});
  const bar = html("div", {class: "fb-search"}, field, filter.element, count);
  const element = html("div", {class: "fb-feeds"}, bar, none, ...tables.map((table) => table.element));

  function show(next: BoardState): void {
    state = next;
    if (JSON.stringify(next) === shown) return;
    shown = JSON.stringify(next);
    if (field.value !== state.search) field.value = state.search;
    filter.show(state.group);
    const found = tables.map((table, i) => table.show({...state, sort: i === 0 ? state.sort : state.rateSort}));
    const total = found.reduce((sum, rows) => sum + rows, 0);
    count.textContent =
      total === all.length
        ? `${formatCount(total)} feeds`
        : `${formatCount(total)} of ${formatCount(all.length)} feeds`;
    none.hidden = total > 0;
    none.textContent = none.hidden ? "" : "No feed matches.";
  }

  show(state);
  follow?.(element, show);
  countDown(element, clock);
  return element;
}

function section(kind: string, title: string, {element: table, show}: FeedTable): FeedTable {
  const rows = html("span", {class: "fb-count"});
  const element = html("section", {class: `fb-${kind}`}, html("h2", {}, title, rows), table);
  return {
    element,
    show(view) {
      const found = show(view);
      element.hidden = found === 0;
      rows.textContent = formatCount(found);
      return found;
    }
  };
}

function searchField(changed: (text: string) => void): HTMLInputElement {
  const name = "Search feeds";
  const field = html("input", {type: "search", placeholder: name, "aria-label": name});
  field.addEventListener("input", () => changed(field.value));
  return field;
}

function classesOf(feeds: readonly FeedNames[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const {assetType} of feeds) if (assetType) counts.set(assetType, (counts.get(assetType) ?? 0) + 1);
  const classes = Array.from(counts, ([name, size]): [string, string] => [name, `${short(name)} ${formatCount(size)}`]);
  return {"": "all", ...Object.fromEntries(classes.sort(([a], [b]) => (a < b ? -1 : 1)))};
}

import {keepQuery} from "../../duckdb/sql/query-text.js";
import {formatCount, type Instant} from "../../format/format.js";
import {clockFrom, runCountdowns} from "../../ui/elements/countdown.js";
import {html} from "../../ui/elements/dom.js";
import {
  type FeedNames,
  feedLabel,
  feedTitle,
  matches,
  type PriceFeed,
  type RateFeed,
  short
} from "../../ui/elements/names.js";
import {segments} from "../../ui/elements/segments.js";
import type {Column} from "../../ui/tables/columns.js";
import {searchField} from "../../ui/tables/search.js";
import {windowedTable} from "../../ui/tables/windowed.js";
import {pageLink} from "../../url/page-link.js";
import {type Kept, unkept} from "../../url/state.js";
import {percent, priceColumns, priceText, rateColumns, spark, symbolColumn} from "./columns.js";

/**
 * The state of the board: search words, a class of feeds (empty: all), and the sorts of its two tables, such as
 * `-price`.
 */
interface BoardState {
  search: string;
  class: string;
  sort: string;
  rates: string;
}

/** Options of {@link feedBoard}. */
export interface BoardOptions {
  /** The time of simulated data, from which countdowns run; null: the reader's clock. */
  simulatedAt?: Instant | null;
  state?: Kept<BoardState>;
}

/** The default state of the board. */
export const usualBoard: BoardState = {search: "", class: "", sort: "symbol", rates: "symbol"};

/** All feeds: a table of price feeds, a table of funding rates, and a search and a filter for both. */
export function feedBoard(
  {prices, rates}: {prices: readonly PriceFeed[]; rates: readonly RateFeed[]},
  {simulatedAt = null, state: kept = unkept(usualBoard)}: BoardOptions = {}
): HTMLElement {
  const clock = clockFrom(simulatedAt);
  let state = kept.value;
  let shown = "";
  const change = (patch: Partial<BoardState>): void => {
    show({...state, ...patch});
    kept.keep(state);
  };
  const tables = [
    feedTable(prices, {label: "Prices", class: "fb-prices", columns: priceColumns, onSort: (sort) => change({sort})}),
    feedTable(rates, {
      ...{label: "Funding rates", class: "fb-rates", columns: rateColumns(clock)},
      onSort: (rates) => change({rates})
    })
  ];
  const all = [...prices, ...rates];
  const field = searchField("Search feeds", (search) => change({search}));
  const filter = segments("Class", classesOf(all), (group) => change({class: group}));
  const count = html("span", {role: "status", class: "fb-count"});
  const none = html("p", {class: "fb-none"});
  const bar = html("div", {class: "fb-search"}, field, filter.element, count);
  const element = html(
    "div",
    {class: "fb-feeds", role: "group", "aria-label": "All feeds"},
    bar,
    none,
    ...tables.map((table) => table.element)
  );

  function show(next: BoardState): void {
    state = next;
    if (JSON.stringify(next) === shown) return;
    shown = JSON.stringify(next);
    if (field.value !== state.search) field.value = state.search;
    filter.show(state.class);
    const found = tables.map((table, i) => table.show({...state, sort: i === 0 ? state.sort : state.rates}));
    const total = found.reduce((sum, rows) => sum + rows, 0);
    count.textContent =
      total === all.length
        ? `${formatCount(total)} feeds`
        : `${formatCount(total)} of ${formatCount(all.length)} feeds`;
    none.hidden = total > 0;
    none.textContent = none.hidden ? "" : "No feed matches.";
  }

  show(state);
  kept.follow(element, show);
  runCountdowns(element, clock);
  return element;
}

function classesOf(feeds: readonly FeedNames[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const {assetType} of feeds) if (assetType) counts.set(assetType, (counts.get(assetType) ?? 0) + 1);
  const classes = Array.from(counts, ([name, size]): [string, string] => [name, `${short(name)} ${formatCount(size)}`]);
  return {"": "all", ...Object.fromEntries(classes.sort(([a], [b]) => (a < b ? -1 : 1)))};
}

// A result as a list per column, all of equal length; each list is null for a result without rows.
type Lists = Readonly<Record<string, readonly unknown[] | null>>;

/**
 * The rows of the board with their sparklines, and the loader's named query as their SQL. Each result of the loader is one row
 * of lists.
 */
export function boardRows({feeds, rates, sparks}: Record<"feeds" | "rates" | "sparks", readonly Lists[]>): {
  prices: PriceFeed[];
  rates: RateFeed[];
} {
  const byFeed = new Map(rowsOf(sparks[0]).map(({priceFeedId, spark}) => [priceFeedId, spark]));
  const withSparks = (lists: Lists | undefined) =>
    rowsOf(lists).map((row) => ({...row, spark: byFeed.get(row.priceFeedId)}) as FeedNames);
  const made = {prices: withSparks(feeds[0]), rates: withSparks(rates[0])};
  keepQuery(made.prices, ["FROM price_board()\nORDER BY symbol, priceFeedId"], []);
  keepQuery(made.rates, ["FROM rate_board()\nORDER BY symbol, priceFeedId"], []);
  return made;
}

function rowsOf(lists: Lists = {}): Record<string, unknown>[] {
  const columns = Object.entries(lists);
  const length = columns[0]?.[1]?.length ?? 0;
  return Array.from({length}, (_, i) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values?.[i] ?? null]))
  );
}

interface FeedTableOptions<Row> {
  /** Its heading and accessible name. */
  label: string;
  class: string;
  /** The columns after the symbol. */
  columns: readonly Column<Row>[];
  /** Called when the reader presses a header. */
  onSort: (sort: string) => void;
}

/**
 * A table of feeds of any length, a link per row, below a heading. `show` shows the rows that match a search, of a class (empty:
 * all), by a sort such as `-price`, and returns their number.
 */
export function feedTable<Row extends FeedNames>(rows: readonly Row[], options: FeedTableOptions<Row>) {
  const {label, columns, onSort} = options;
  const table = windowedTable({label, columns: [symbolColumn, ...columns], onSort});
  const count = html("span", {class: "fb-count"});
  const element = html("section", {class: options.class}, html("h2", {}, label, count), table.element);
  return {
    element,
    show({search, class: group, sort}: {search: string; class: string; sort: string}): number {
      const isShown = (row: Row): boolean => group === "" || row.assetType === group;
      const found = rows.filter((row) => isShown(row) && matches({...row, group: row.assetType}, search));
      table.show(found, sort);
      element.hidden = found.length === 0;
      count.textContent = formatCount(found.length);
      return found.length;
    }
  };
}

/** A card for each feed, in the order of the ids: symbol, price, change and last 24 hours, with a link to the feed. */
export function feedCards(feeds: readonly PriceFeed[], ids: readonly number[]): HTMLElement {
  const shown = ids.flatMap((id) => feeds.find(({priceFeedId}) => Number(priceFeedId) === id) ?? []);
  return html(
    "ul",
    {class: "fb-feed-cards", "aria-label": "Feeds to start with"},
    ...shown.map((feed) => html("li", {}, card(feed)))
  );
}

function card(feed: PriceFeed): HTMLElement {
  const {priceFeedId, change24h} = feed;
  const change = html("span", {class: "fb-card-change", title: "change over 24 hours"});
  if (typeof change24h === "number") change.append(percent(change24h), html("span", {class: "fb-card-of"}, " 24 h"));
  return html(
    "a",
    {href: pageLink(`./feed?feed=${priceFeedId}`), title: feedTitle(feed)},
    html("span", {class: "fb-card-name"}, short(feedLabel(feed))),
    html("span", {class: "fb-card-price"}, priceText(feed)),
    change,
    spark(feed)
  );
}

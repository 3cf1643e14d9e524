import {group, rollup} from "d3-array";
import {keepQuery} from "../../duckdb/sql/query-text.js";
import {formatCount, type Instant} from "../../format/format.js";
import {clockFrom, runCountdowns} from "../../ui/elements/countdown.js";
import {button, html, set} from "../../ui/elements/dom.js";
import {type Favourites, keptFavourites} from "../../ui/elements/favourites.js";
import {type FeedNames, matches, type PriceFeed, type RateFeed, short} from "../../ui/elements/names.js";
import {segments} from "../../ui/elements/segments.js";
import {columnOf} from "../../ui/tables/columns.js";
import {searchField} from "../../ui/tables/search.js";
import {windowedTables} from "../../ui/tables/windowed.js";
import {type Kept, unkept} from "../../url/state.js";
import {aligned} from "./align.js";
import {className, issueOf, priceColumns, rateColumns, symbolColumn} from "./columns.js";

/**
 * The state of the board: search words, a class of feeds (empty: all), `only` for feeds with an issue, and the sorts of prices
 * and of rates, such as `-price`.
 */
interface BoardState {
  search: string;
  class: string;
  issues: string;
  sort: string;
  rates: string;
}

/** Options of {@link feedBoard}. */
export interface BoardOptions {
  /** The time of simulated data, from which countdowns run; null: the reader's clock. */
  simulatedAt?: Instant | null;
  /** The ids of the favourites until the reader chooses some. */
  favourites?: Iterable<number>;
  state?: Kept<BoardState>;
}

/** The default state of the board. */
export const usualBoard: BoardState = {search: "", class: "", issues: "", sort: "symbol", rates: "symbol"};

/**
 * All feeds in one list: the reader's favourites, then price feeds by class, then funding rates, with a search, a filter by class
 * and one for feeds with an issue. Sorted by a figure, the price feeds of all classes are one group.
 */
export function feedBoard(
  {prices, rates}: {prices: readonly PriceFeed[]; rates: readonly RateFeed[]},
  {simulatedAt = null, favourites: usual = [], state: kept = unkept(usualBoard)}: BoardOptions = {}
): HTMLElement {
  const clock = clockFrom(simulatedAt);
  const favourites = keptFavourites(usual);
  const tables = windowedTables<Feed>("All feeds");
  const bar = boardBar([...prices, ...rates], (patch) => change(patch));
  const none = html("p", {class: "fb-none"}, "No feed matches.");
  const element = html("div", {class: "fb-feeds"}, bar.element, none, tables.element);
  const of = {prices: priceColumns, rates: rateColumns(clock)};
  let state = kept.value;
  let shown = "";

  const groupOf = (kind: "prices" | "rates") => (name: string, rows: readonly Feed[]) => {
    const sorted = kind === "prices" ? "sort" : "rates";
    const {columns, widths} = aligned<Feed>(of[kind], rows);
    const symbol = symbolColumn(name, favourites, (feed) => {
      favourites.toggle(feed);
      draw();
    });
    const group = {name, rows, columns: [symbol, ...columns], sort: state[sorted]};
    return {...group, widths, onSort: (sort: string) => change({[sorted]: sort})};
  };
  function draw(): void {
    const found = {prices: prices.filter(isFound(state)), rates: rates.filter(isFound(state))};
    const groups = groupsOf(found, favourites, state.sort).map(({kind, name, rows}) => groupOf(kind)(name, rows));
    for (const [name, width] of widest(groups)) tables.element.style.setProperty(`--fb-w-${name}`, `${width}ch`);
    tables.show(groups);
    none.hidden = groups.length > 0;
    bar.show(state, found.prices.length + found.rates.length);
  }
  function show(next: BoardState): void {
    state = next;
    if (JSON.stringify(next) === shown) return;
    shown = JSON.stringify(next);
    draw();
  }
  function change(patch: Partial<BoardState>): void {
    show({...state, ...patch});
    kept.keep(state);
  }

  show(state);
  kept.follow(element, show);
  runCountdowns(element, clock);
  return element;
}

// Both kinds of feeds: the figures of the other kind are missing.
type Feed = PriceFeed & RateFeed;

/** A part of the board below a heading. */
interface Part {
  kind: "prices" | "rates";
  name: string;
  rows: readonly Feed[];
}

function groupsOf(found: Record<Part["kind"], readonly Feed[]>, favourites: Favourites, sort: string): Part[] {
  const [marked, others] = [found.prices.filter(favourites.has), found.prices.filter((feed) => !favourites.has(feed))];
  const [markedRates, rates] = [
    found.rates.filter(favourites.has),
    found.rates.filter((feed) => !favourites.has(feed))
  ];
  const isGrouped = columnOf(sort) === "symbol";
  const classes = isGrouped
    ? [...group(others, ({assetType}) => className(assetType))]
    : [["All prices", others] as const];
  const parts: Part[] = [
    {kind: "prices", name: "Favourites", rows: marked},
    {kind: "rates", name: marked.length > 0 ? "Favourite funding rates" : "Favourites", rows: markedRates},
    ...classes.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, rows]): Part => ({kind: "prices", name, rows})),
    {kind: "rates", name: "Funding rates", rows: rates}
  ];
  return parts.filter(({rows}) => rows.length > 0);
}

// The characters that each column takes, so that the columns of all groups stand below each other.
function widest(groups: readonly {widths: Record<string, number>}[]): Map<string, number> {
  return rollup(
    groups.flatMap(({widths}) => Object.entries(widths)),
    (all) => Math.max(...all.map(([, width]) => width)),
    ([name]) => name
  );
}

function isFound({search, class: group, issues}: BoardState): (feed: FeedNames) => boolean {
  return (feed) =>
    (group === "" || feed.assetType === group) &&
    (issues === "" || issueOf(feed) !== null) &&
    matches({...feed, group: feed.assetType}, search);
}

function boardBar(all: readonly FeedNames[], change: (patch: Partial<BoardState>) => void) {
  const field = searchField("Search feeds", (search) => change({search}));
  const classes = classesOf(all);
  const filter = segments("Class", classes, (name) => change({class: name}));
  const options = Object.entries(classes).map(([value, text]) => html("option", {value}, text));
  const select = html("select", {class: "fb-field", "aria-label": "Class"}, ...options); // in place of the segments on a phone
  select.addEventListener("change", () => change({class: select.value}));
  const faulty = formatCount(all.filter((feed) => issueOf(feed) !== null).length);
  const issues = button(`Issues ${faulty}`, () => change({issues: isPressed() ? "" : "only"}), {
    ...{class: "fb-issues", "data-tone": faulty === "0" ? null : "warn"},
    title: "feeds that are stale, stalled, crossed, whose spread is wide, or with an open event"
  });
  const isPressed = (): boolean => issues.getAttribute("aria-pressed") === "true";
  const count = html("span", {role: "status", class: "fb-count"});
  return {
    element: html("div", {class: "fb-search"}, field, filter.element, select, issues, count),
    show(state: BoardState, found: number): void {
      if (field.value !== state.search) field.value = state.search;
      filter.show(state.class);
      select.value = state.class;
      set(issues, {"aria-pressed": String(state.issues !== "")});
      const of = found === all.length ? "" : ` of ${formatCount(all.length)}`;
      count.textContent = `${formatCount(found)}${of} feeds`;
    }
  };
}

function classesOf(feeds: readonly FeedNames[]): Record<string, string> {
  const counts = new Map<string, number>();
  for (const {assetType} of feeds) if (assetType) counts.set(assetType, (counts.get(assetType) ?? 0) + 1);
  const classes = Array.from(counts, ([name, size]): [string, string] => [
    name,
    `${short(className(name))} ${formatCount(size)}`
  ]);
  return {"": "All", ...Object.fromEntries(classes.sort(([a], [b]) => (a < b ? -1 : 1)))};
}

// A result as a list per column, all of equal length; each list is null for a result without rows.
type Lists = Readonly<Record<string, readonly unknown[] | null>>;

/**
 * The rows of the board with their sparklines, and the loader's named query as their SQL. Each result of the loader is one row
 * of lists. `events` has the rule of each feed's open event.
 */
export function boardRows({
  feeds,
  rates,
  sparks,
  events
}: Record<"feeds" | "rates" | "sparks" | "events", readonly Lists[]>): {
  prices: PriceFeed[];
  rates: RateFeed[];
} {
  const byFeed = new Map(rowsOf(sparks[0]).map(({priceFeedId, spark}) => [priceFeedId, spark]));
  const open = new Map(rowsOf(events[0]).map(({priceFeedId, event}) => [priceFeedId, event]));
  const withSparks = (lists: Lists | undefined) =>
    rowsOf(lists).map(
      (row) => ({...row, spark: byFeed.get(row.priceFeedId), event: open.get(row.priceFeedId)}) as FeedNames
    );
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

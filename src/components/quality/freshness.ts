import {formatAge, formatCount, formatPercent, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {type FeedNames, feedLabel, feedTitle} from "../parts/feeds.js";
import {sessionName} from "../parts/session.js";
import {shortened} from "../parts/short.js";
import {color} from "../parts/theme.js";
import {type Column, number, text, warned} from "../table/columns.js";
import {barCell, listTable, type SortState} from "../table/table.js";

/** How many feeds of a class are how fresh; `oldest` in seconds, of those whose regular session is open. */
export interface ClassRow {
  assetType: string;
  feeds: Quantity;
  fresh: Quantity;
  stale: Quantity;
  quiet: Quantity;
  closed: Quantity;
  silent: Quantity;
  unknown: Quantity;
  never: Quantity;
  oldest?: Quantity;
  publishers?: Quantity;
}

/** How fresh a feed is, by its last update; `state` as in `feed_freshness`. */
export interface FreshRow {
  priceFeedId: number | bigint;
  symbol?: string | null;
  state: string;
  marketSession?: string | null;
  ageSeconds?: Quantity;
  silentSeconds?: Quantity;
  lastPublishedAt?: Instant | null;
  publisherCount?: Quantity;
}

/** One row per class of feeds: how many of them are fresh, stale, closed and so on. */
export function freshnessTable(rows: Iterable<ClassRow>, state: SortState = {}): HTMLElement {
  const share = ({fresh, feeds}: ClassRow): number => toNumber(fresh) / toNumber(feeds);
  const columns: Column<ClassRow>[] = [
    {name: "assetType", label: "Class", key: (row) => row.assetType, cell: (row) => shortened(row.assetType)},
    number("feeds", "Feeds"),
    {
      ...{name: "fresh", label: "Fresh", numeric: true, key: share},
      cell: (row) =>
        barCell(share(row), `${formatCount(row.fresh)} (${formatPercent(share(row), {decimals: 0})})`, color.positive)
    },
    number("stale", "Stale", {format: warned}),
    number("quiet", "Quiet"),
    number("closed", "Closed"),
    number("silent", "Silent", {format: warned}),
    number("unknown", "Unknown"),
    number("never", "Never"),
    number("oldest", "Oldest", {hint: "oldest own update of a feed whose regular session is open", format: formatAge}),
    number("publishers", "Publishers", {hint: "median of the last updates"})
  ];
  return listTable(rows, {label: "Freshness by class", columns, empty: "no feed found", ...state});
}

/** One row per feed: how fresh it is, the worst first. */
export function staleTable(rows: Iterable<FreshRow>, state: SortState = {}): HTMLElement {
  const columns: Column<FreshRow>[] = [
    feedColumn(),
    {...text<FreshRow>("state", "State"), cell: ({state}) => stateBadge(state)},
    {
      ...{...text<FreshRow>("marketSession", "Session"), name: "session"},
      cell: ({marketSession}) => (marketSession ? sessionName(marketSession) : "–")
    },
    number("ageSeconds", "Age", {hint: "of its own update when last published", format: formatAge}),
    number("silentSeconds", "Silent for", {hint: "before the store’s last update", format: formatAge}),
    {
      ...{name: "last", label: "Last update", key: (row) => toMs(row.lastPublishedAt)},
      cell: (row) => formatUtc(row.lastPublishedAt, "second")
    },
    number("publisherCount", "Publishers")
  ];
  return listTable(rows, {label: "Freshness by feed", columns, empty: "no feed found", ...state});
}

/** The column that names a feed, as a link to its page. */
export function feedColumn<Row extends Pick<FeedNames, "priceFeedId" | "symbol">>(): Column<Row> {
  return {
    ...{name: "feed", label: "Feed", key: feedLabel},
    cell: (row) => html("a", {href: `./feed?feed=${row.priceFeedId}`, title: feedTitle(row)}, feedLabel(row))
  };
}

function stateBadge(state: string): HTMLElement {
  return html("span", {class: "fb-state", "data-state": state}, state);
}

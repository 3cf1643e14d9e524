import {formatAge, formatCount, formatPercent, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {type FeedNames, feedLabel, feedTitle} from "../parts/feeds.js";
import {textOf} from "../parts/rows.js";
import {sessionName} from "../parts/session.js";
import {shortened} from "../parts/short.js";
import {color} from "../parts/theme.js";
import {barCell, type ListColumn, type ListSort, listTable} from "./list.js";

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
export function freshnessTable(rows: Iterable<ClassRow>, sort: ListSort = {}): HTMLElement {
  const share = ({fresh, feeds}: ClassRow): number => toNumber(fresh) / toNumber(feeds);
  const columns: ListColumn<ClassRow>[] = [
    {name: "assetType", label: "Class", key: (row) => row.assetType, cell: (row) => shortened(row.assetType)},
    count("feeds", "Feeds"),
    {
      ...{name: "fresh", label: "Fresh", numeric: true, key: share},
      cell: (row) =>
        barCell(share(row), `${formatCount(row.fresh)} (${formatPercent(share(row), {decimals: 0})})`, color.positive)
    },
    count("stale", "Stale", "warn"),
    count("quiet", "Quiet"),
    count("closed", "Closed"),
    count("silent", "Silent", "warn"),
    count("unknown", "Unknown"),
    count("never", "Never"),
    {
      ...number("oldest", "Oldest", "oldest own update of a feed whose regular session is open"),
      cell: (row) => formatAge(row.oldest)
    },
    {...number("publishers", "Publishers", "median of the last updates"), cell: (row) => formatCount(row.publishers)}
  ];
  return listTable(rows, {caption: "Freshness by class", columns, empty: "no feed found", ...sort});
}

/** One row per feed: how fresh it is, the worst first. */
export function staleTable(rows: Iterable<FreshRow>, sort: ListSort = {}): HTMLElement {
  const columns: ListColumn<FreshRow>[] = [
    feedColumn(),
    {name: "state", label: "State", key: (row) => row.state, cell: ({state}) => stateBadge(state)},
    {
      ...{name: "session", label: "Session", key: (row) => textOf(row.marketSession)},
      cell: ({marketSession}) => (marketSession ? sessionName(marketSession) : "–")
    },
    {
      ...number<FreshRow>("ageSeconds", "Age", "of its own update when last published"),
      cell: (row) => formatAge(row.ageSeconds)
    },
    {
      ...number<FreshRow>("silentSeconds", "Silent for", "before the store’s last update"),
      cell: (row) => formatAge(row.silentSeconds)
    },
    {
      ...{name: "last", label: "Last update", key: (row) => toMs(row.lastPublishedAt)},
      cell: (row) => formatUtc(row.lastPublishedAt, "second")
    },
    {...number<FreshRow>("publisherCount", "Publishers"), cell: (row) => formatCount(row.publisherCount)}
  ];
  return listTable(rows, {caption: "Freshness by feed", columns, empty: "no feed found", ...sort});
}

/** The column that names a feed, as a link to its page. */
export function feedColumn<Row extends Pick<FeedNames, "priceFeedId" | "symbol">>(): ListColumn<Row> {
  return {
    ...{name: "feed", label: "Feed", key: feedLabel},
    cell: (row) => html("a", {href: `./feed?feed=${row.priceFeedId}`, title: feedTitle(row)}, feedLabel(row))
  };
}

function stateBadge(state: string): HTMLElement {
  return html("span", {class: "fb-state", "data-state": state}, state);
}

function count(name: keyof ClassRow & string, label: string, tone?: "warn"): ListColumn<ClassRow> {
  const cell = (row: ClassRow) =>
    html("span", {"data-tone": toNumber(row[name]) > 0 ? tone : null}, formatCount(toNumber(row[name])));
  return {...number<ClassRow>(name, label), cell};
}

function number<Row = ClassRow>(name: keyof Row & string, label: string, hint?: string): Omit<ListColumn<Row>, "cell"> {
  return {name, label, numeric: true, key: (row) => toNumber(row[name]), ...(hint === undefined ? {} : {hint})};
}

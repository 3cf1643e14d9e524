import type {Row} from "../../duckdb/values/rows.js";
import {formatAge, formatCount, formatPercent, formatUtc, type Instant, toMs, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {type FeedNames, feedLabel, feedTitle, sessionName, shortened} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";
import {type Column, number, text, warned} from "../../ui/tables/columns.js";
import {barCell, listTable, type SortState} from "../../ui/tables/table.js";
import {pageLink} from "../../url/page-link.js";

// The rows come from the named queries `freshness_by_class`, `freshness_by_feed` and `feed_quality`, which describe their columns.

interface ClassRow extends Row {
  assetType: string;
}

/** One row per class of feeds: the number of fresh, stale, closed feeds and so on. */
export function freshnessTable(rows: Iterable<ClassRow>, state: SortState = {}): HTMLElement {
  // Feeds of which an update is expected: a closed market has none.
  const open = ({fresh, stale, quiet, silent, missing}: ClassRow): number =>
    [fresh, stale, quiet, silent, missing].reduce<number>((total, count) => total + (toNumber(count) || 0), 0);
  const share = (row: ClassRow): number => (open(row) > 0 ? toNumber(row.fresh) / open(row) : Number.NaN);
  const fresh = (row: ClassRow): string => {
    if (open(row) === 0) return toNumber(row.closed) > 0 ? "closed" : "–";
    return `${formatCount(toNumber(row.fresh))} (${formatPercent(share(row), {decimals: 0})})`;
  };
  const columns: Column<ClassRow>[] = [
    {name: "assetType", label: "Class", key: (row) => row.assetType, cell: (row) => shortened(row.assetType)},
    number("feeds", "Feeds"),
    {
      ...{name: "fresh", label: "Fresh", numeric: true, key: share, hint: "of the feeds with an open market"},
      cell: (row) => barCell(share(row), fresh(row), color.positive)
    },
    number("stale", "Stale", {format: warned}),
    number("quiet", "Quiet"),
    number("closed", "Closed"),
    number("silent", "Silent", {format: warned}),
    number("missing", "Missing", {hint: "requested since its last update, but not in the response", format: warned}),
    number("unknown", "Unknown"),
    number("never", "Never"),
    number("oldest", "Oldest", {hint: "oldest own update of a feed whose regular session is open", format: formatAge}),
    number("publishers", "Publishers", {hint: "median of the last updates"})
  ];
  return listTable(rows, {label: "Freshness by class", columns, empty: "no feed found", ...state});
}

interface FeedRow extends Row, Pick<FeedNames, "priceFeedId" | "symbol"> {}

interface FreshRow extends FeedRow {
  state: string;
  marketSession?: string | null;
  lastPublishedAt?: Instant | null;
}

/** One row per feed, the least fresh first. */
export function staleTable(rows: Iterable<FreshRow>, state: SortState = {}): HTMLElement {
  const columns: Column<FreshRow>[] = [
    feedColumn(),
    {...text<FreshRow>("state", "State"), cell: ({state}) => stateBadge(state)},
    {
      ...{...text<FreshRow>("marketSession", "Session"), name: "session"},
      cell: ({marketSession}) => (marketSession ? sessionName(marketSession) : "–")
    },
    number("ageSeconds", "Age", {hint: "age of its own update when last published", format: formatAge}),
    number("silentSeconds", "Silent for", {hint: "time until the store’s last update", format: formatAge}),
    {
      ...{name: "last", label: "Last update", key: ({lastPublishedAt}) => toMs(lastPublishedAt)},
      cell: ({lastPublishedAt}) => formatUtc(lastPublishedAt, "second")
    },
    number("publisherCount", "Publishers")
  ];
  return listTable(rows, {label: "Freshness by feed", columns, empty: "no feed found", ...state});
}

function feedColumn(): Column<FeedRow> {
  return {
    ...{name: "feed", label: "Feed", key: feedLabel},
    cell: (row) => html("a", {href: pageLink(`./feed?feed=${row.priceFeedId}`), title: feedTitle(row)}, feedLabel(row))
  };
}

function stateBadge(state: string): HTMLElement {
  return html("span", {class: "fb-state", "data-state": state}, state);
}

interface GapRow extends FeedRow {
  firstGapAt?: Instant | null;
  lastGapAt?: Instant | null;
}

/** One row per feed: the share of its updates that were received, and its gaps. */
export function gapTable(rows: Iterable<GapRow>, state: SortState = {}): HTMLElement {
  const columns: Column<GapRow>[] = [
    feedColumn(),
    number("share", "Complete", {
      format: (share) => barCell(share, formatPercent(share, {decimals: 2}), toneOf(share))
    }),
    number("received", "Received"),
    number("expected", "Expected"),
    number("missing", "Missing", {hint: "requested, but not in the response", format: warned}),
    number("notAsked", "Not requested", {hint: "updates that the gaps could hold, not requested"}),
    number("gaps", "Gaps", {hint: "times without an update over 1.5 steps", format: warned}),
    {...number<GapRow>("gapSeconds", "Longest", {format: formatAge}), name: "longest"},
    hour("since", "Since", "firstGapAt"),
    hour("until", "Until", "lastGapAt"),
    number("stepSeconds", "Step", {
      hint: "usual time between two updates",
      format: (seconds) => (Number.isNaN(seconds) ? "–" : formatAge(seconds))
    }),
    number("staleSeconds", "Oldest", {hint: "greatest age outside the closed session", format: formatAge}),
    number("fewestPublishers", "Publishers", {hint: "fewest of an update"}),
    number("rejected", "Rejected", {format: warned}),
    number("coercions", "Nulled", {hint: "values that could not take their column’s type", format: warned})
  ];
  return listTable(rows, {label: "Gaps by feed", columns, empty: "no feed found in this range", ...state});
}

function toneOf(share: number): string {
  return share >= 0.99 ? color.positive : share >= 0.9 ? color.warn : color.negative;
}

// Without the year, to save width: the tooltip has it.
function hour(name: string, label: string, column: "firstGapAt" | "lastGapAt"): Column<GapRow> {
  return {
    ...{name, label, key: (row) => toMs(row[column])},
    cell(row) {
      const text = formatUtc(row[column], "minute");
      return html("span", {title: text}, text.length > 1 ? text.slice(5, 16) : text);
    }
  };
}

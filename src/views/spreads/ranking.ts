import {quantile} from "d3-array";
import type {Feed} from "../../duckdb/sql/opening.js";
import type {Row} from "../../duckdb/values/rows.js";
import {formatBps, formatCount, formatNumber, formatPercent, toNumber} from "../../format/format.js";
import {html, onPlainClick} from "../../ui/elements/dom.js";
import {exactly} from "../../ui/elements/exact.js";
import {feedLabel, feedTitle, matches, shortened} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";
import {type Column, number} from "../../ui/tables/columns.js";
import {type Search, searchedTable} from "../../ui/tables/search.js";
import {barCell, type SortState} from "../../ui/tables/table.js";
import type {Kept} from "../../url/state.js";

/** A row of `spread_summary`. */
interface RankingRow extends Row {
  priceFeedId: number | bigint;
}

interface RankingOptions extends SortState {
  /** Names of the feeds. */
  feeds?: readonly (Omit<Feed, "group"> & Partial<Feed>)[];
  /** The state of the search. */
  found?: Kept<Search>;
  /** The feed of the page, whose row is marked. */
  feed?: number | bigint | null;
  /** The address of a row's link. */
  href?: (row: RankingRow) => string | null;
  /** Called instead of following such a link. */
  onPick?: (row: RankingRow) => void;
}

type Ranked = RankingRow & {called: Feed};

const most = 1000; // rows in the document

/**
 * One row per feed: its median and 95th percentile with bars (on a square-root scale, full for the widest tenth), and
 * its crossed and locked books. Shows the first 30 feeds by the sort, or all, with a search.
 */
export function spreadRanking(
  rows: Iterable<RankingRow>,
  {feed, feeds = [], found, href = () => null, onPick, ...sort}: RankingOptions = {}
): HTMLElement {
  const names = new Map(feeds.map((named) => [named.priceFeedId, {group: null, ...named}]));
  const all = Array.from(rows, (row): Ranked => {
    const priceFeedId = Number(row.priceFeedId);
    return {...row, called: names.get(priceFeedId) ?? {priceFeedId, symbol: null, group: null}};
  });
  // Among many feeds, a few very wide spreads must not shrink all other bars.
  const wide = quantile(all, all.length > 10 ? 0.9 : 1, ({p95}) => toNumber(p95)) ?? NaN;
  const columns = columnsOf(wide, (row) => {
    const element = link(row, href(row), Number(row.priceFeedId) === Number(feed ?? NaN));
    if (onPick) onPlainClick(element, () => onPick(row));
    return element;
  });
  const table = searchedTable(all, {
    ...{label: "Spreads by feed", columns, empty: "no spreads in this range", most, rows: "feeds", found, ...sort},
    isFound: ({called}, search) => matches(called, search)
  });
  table.classList.add("fb-ranking");
  return table;
}

function columnsOf(wide: number, name: (row: Ranked) => HTMLElement): Column<Ranked>[] {
  const bar = (value: number, fill: string): HTMLElement =>
    barCell(
      Math.sqrt(value / wide),
      exactly(value, (bps, more = 0) => formatBps(bps, {unit: false, more})),
      fill
    );
  return [
    {name: "feed", label: "Feed", key: ({called}) => feedLabel(called), cell: name},
    {
      name: "assetType",
      label: "Class",
      key: ({called}) => called.group,
      cell: ({called}) => shortened(called.group ?? "–")
    },
    number("median", "Median, bps", {format: (median) => bar(median, color.price)}),
    number("p95", "p95, bps", {hint: "95th percentile", format: (p95) => bar(p95, color.ink3)}),
    {
      ...{name: "tail", label: "Tail", numeric: true, hint: "95th percentile over the median"},
      key: (row) => tail(row),
      cell: (row) => (Number.isFinite(tail(row)) ? `${formatNumber(tail(row), 1)} ×` : "–")
    },
    counted("crossed", "Crossed"),
    counted("locked", "Locked"),
    number("updates", "Updates")
  ];
}

function tail({median, p95}: RankingRow): number {
  return toNumber(p95) / toNumber(median);
}

function link({called}: Ranked, href: string | null, isShown: boolean): HTMLElement {
  return html("a", {href, title: feedTitle(called), "aria-current": isShown ? "true" : null}, feedLabel(called));
}

function counted(name: "crossed" | "locked", label: string): Column<Ranked> {
  const cell = (row: Ranked): HTMLElement => {
    const [count, share] = [toNumber(row[name]), toNumber(row[name]) / toNumber(row.updates)];
    const title = Number.isFinite(share) ? `${formatPercent(share)} of its updates` : null;
    return html("span", {"data-tone": count > 0 ? "warn" : null, title}, formatCount(count));
  };
  return {...number<Ranked>(name, label), cell};
}

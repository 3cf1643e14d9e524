import {formatBps, formatCount, formatPercent, type Quantity} from "../../lib/format.js";
import {toNumber} from "../../lib/instant.js";
import {html} from "../dom.js";
import {barCell, type ListColumn, type ListSort, listTable} from "../quality/list.js";
import {textOf} from "../rows.js";
import {color} from "../theme.js";

/** The spread of a feed over a time, in bps, and how many of its books were crossed or locked. */
export interface RankingRow {
  priceFeedId: number | bigint;
  symbol?: string | null;
  assetType?: string | null;
  median: Quantity;
  p95: Quantity;
  updates?: Quantity;
  crossed?: Quantity;
  locked?: Quantity;
}

/** Options of {@link spreadRanking}. */
export interface RankingOptions extends ListSort {
  /** The feed that the page is about: it is marked. */
  feed?: number | bigint | null;
  /** Where a row leads; by default to the spreads of its feed. */
  href?: (row: RankingRow) => string;
}

/** One row per feed: its median and 95th percentile with bars (on a scale of square roots), and crossed and locked books. */
export function spreadRanking(
  rows: Iterable<RankingRow>,
  {feed, href = spreadsOf, ...sort}: RankingOptions = {}
): HTMLElement {
  const all = [...rows];
  const most = Math.max(0, ...all.map(({p95}) => toNumber(p95)).filter((bps) => bps > 0));
  const bar = (value: Quantity, fill: string): HTMLElement =>
    barCell(Math.sqrt(toNumber(value) / most), formatBps(value, {unit: false}), fill);
  const columns: ListColumn<RankingRow>[] = [
    {
      name: "feed",
      label: "Feed",
      key: labelOf,
      cell: (row) => link(row, href(row), Number(row.priceFeedId) === Number(feed ?? NaN))
    },
    {name: "assetType", label: "Class", key: (row) => textOf(row.assetType), cell: (row) => row.assetType ?? "–"},
    {...number("median", "Median, bps"), cell: ({median}) => bar(median, color.price)},
    {...number("p95", "95th percentile, bps"), cell: ({p95}) => bar(p95, color.ema)},
    {
      ...{name: "tail", label: "Tail", numeric: true, hint: "95th percentile over the median"},
      key: (row) => tail(row),
      cell: (row) => (Number.isFinite(tail(row)) ? `${tail(row).toFixed(1)} ×` : "–")
    },
    counted("crossed", "Crossed"),
    counted("locked", "Locked"),
    {...number("updates", "Updates"), cell: ({updates}) => formatCount(updates)}
  ];
  return listTable(all, {caption: "Spreads by feed", columns, empty: "no spreads in this range", ...sort});
}

function tail({median, p95}: RankingRow): number {
  return toNumber(p95) / toNumber(median);
}

function labelOf({symbol, priceFeedId}: RankingRow): string {
  return symbol ?? `feed ${priceFeedId}`;
}

function spreadsOf({priceFeedId}: RankingRow): string {
  return `./spreads?feed=${priceFeedId}`;
}

function link(row: RankingRow, href: string, isShown: boolean): HTMLElement {
  return html("a", {href, "aria-current": isShown ? "true" : null}, labelOf(row));
}

function counted(name: "crossed" | "locked", label: string): ListColumn<RankingRow> {
  const cell = (row: RankingRow): HTMLElement => {
    const [count, share] = [toNumber(row[name]), toNumber(row[name]) / toNumber(row.updates)];
    const title = Number.isFinite(share) ? `${formatPercent(share)} of its updates` : null;
    return html("span", {"data-tone": count > 0 ? "warn" : null, title}, formatCount(count));
  };
  return {...number(name, label), cell};
}

function number(name: keyof RankingRow & string, label: string): Omit<ListColumn<RankingRow>, "cell"> {
  return {name, label, numeric: true, key: (row) => toNumber(row[name])};
}

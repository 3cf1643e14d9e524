import {
  formatAge,
  formatBps,
  formatCount,
  formatPercent,
  formatPrice,
  formatRate,
  type Quantity
} from "../lib/format.js";
import {toNumber} from "../lib/instant.js";
import {isStale, sessionBadge} from "./badge.js";
import {html} from "./dom.js";
import {textOf} from "./rows.js";
import {sparkline} from "./sparkline.js";
import {toneOf} from "./stats.js";

/** The latest state of one feed. Prices are in human units, change and rate are fractions, spread and confidence in bps of the price. */
export interface FeedRow {
  priceFeedId: number | bigint;
  symbol?: string | null;
  name?: string | null;
  assetType?: string | null;
  price?: Quantity;
  exponent?: Quantity;
  change24h?: Quantity;
  /** Prices in order of time, or the JSON text of such an array. */
  spark?: Iterable<unknown> | string | null;
  spreadBps?: Quantity;
  confidenceBps?: Quantity;
  publisherCount?: Quantity;
  marketSession?: string | null;
  ageSeconds?: Quantity;
  /** Of a funding feed: shown in place of its price, which is a mark price; its change and sparkline are left out too. */
  rate8h?: Quantity;
}

/** A column of the feed table. */
export interface Column {
  name: string;
  label: string;
  numeric: boolean;
  /** When the column goes as the table gets narrower: 2 on a tablet, 1 on a phone, 0 never. */
  rank: 0 | 1 | 2;
  /** What rows are sorted by; null and NaN come last. */
  key: (row: FeedRow) => string | number | null;
  cell: (row: FeedRow) => Node | string;
}

/** The columns of the feed table in order. */
export const feedColumns: Column[] = [
  {...text("assetType", "Class", 2), cell: ({assetType}) => assetType ?? "–"},
  {...number("price", "Price", 0), key: (row) => toNumber(ofPrice(row, "price")), cell: price},
  {...number("change24h", "24 h", 0), key: change, cell: changeCell},
  {
    ...number("spark", "Last 24 h", 1),
    key: change,
    cell: (row) => sparkline(points(ofPrice(row, "spark")), {width: 84})
  },
  {...number("spreadBps", "Spread, bps", 2), cell: ({spreadBps}) => formatBps(spreadBps, {unit: false})},
  {
    ...number("confidenceBps", "Confidence, bps", 2),
    cell: ({confidenceBps}) => formatBps(confidenceBps, {unit: false})
  },
  {...number("publisherCount", "Publishers", 2), cell: ({publisherCount}) => formatCount(publisherCount)},
  {
    ...text("marketSession", "Session", 0),
    cell: ({marketSession, ageSeconds}) => sessionBadge(marketSession, {ageSeconds})
  },
  {...number("ageSeconds", "Age", 0), cell: age}
];

/** A feed's symbol, or its id if it has none. */
export function feedLabel({symbol, priceFeedId}: FeedRow): string {
  return symbol ?? `feed ${priceFeedId}`;
}

/** Whether a feed carries a funding rate instead of a price. */
export function isFunding({assetType}: FeedRow): boolean {
  return assetType === "funding-rate";
}

function text(name: keyof FeedRow, label: string, rank: Column["rank"]): Omit<Column, "cell"> {
  return {name, label, rank, numeric: false, key: (row) => textOf(row[name])};
}

function number(name: keyof FeedRow, label: string, rank: Column["rank"]): Omit<Column, "cell"> {
  return {name, label, rank, numeric: true, key: (row) => toNumber(row[name])};
}

function price(row: FeedRow): string {
  if (!isFunding(row)) return formatPrice(row.price, row.exponent);
  return Number.isNaN(toNumber(row.rate8h)) ? "–" : `${formatRate(row.rate8h)} / 8 h`;
}

function change(row: FeedRow): number {
  return toNumber(ofPrice(row, "change24h"));
}

function changeCell(row: FeedRow): HTMLElement {
  const fraction = change(row);
  return html("span", {"data-tone": toneOf(fraction)}, formatPercent(fraction, {signed: true, decimals: 2}));
}

// A funding feed's price is its venue's mark price: beside a rate it would be taken for the rate's.
function ofPrice<K extends keyof FeedRow>(row: FeedRow, field: K): FeedRow[K] | null {
  return isFunding(row) ? null : row[field];
}

function age({ageSeconds, marketSession}: FeedRow): HTMLElement {
  return html("span", {"data-tone": isStale(marketSession, {ageSeconds}) ? "warn" : null}, formatAge(ageSeconds));
}

function points(spark: FeedRow["spark"] | null): Iterable<unknown> {
  if (typeof spark !== "string") return spark ?? [];
  const parsed: unknown = JSON.parse(spark);
  return Array.isArray(parsed) ? parsed : [];
}

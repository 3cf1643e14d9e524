import {type HeatOptions, heatChart} from "../../charts/heat/classes.js";
import type {Tint} from "../../charts/heat/grid.js";
import {formatCount, formatPercent, type Quantity, toNumber} from "../../format/format.js";
import {short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";

/** The number of a feed's updates without a value in a column. */
export interface NullsRow {
  feed: string;
  columnName: string;
  nulls: Quantity;
  received: Quantity;
  share: Quantity;
}

const always: Tint = {fill: color.ink3, opacity: 0.35};
const some: readonly (Tint & {above: number; text: string})[] = [
  {above: 0.5, text: "over half", fill: color.warn, opacity: 1},
  {above: 0.05, text: "over 5 %", fill: color.warn, opacity: 0.65},
  {above: 0, text: "some", fill: color.warn, opacity: 0.35}
];
const never: Tint = {fill: color.positive, opacity: 0.2};

/** Feeds × columns: the share of updates in which a column is null. Feeds are in the order of their rows. */
export function nullsChart(rows: Iterable<NullsRow>, options: HeatOptions = {}): HTMLElement {
  const known = Array.from(rows, ({feed, columnName, nulls, received, share}) => {
    return {feed, columnName, nulls: toNumber(nulls), received: toNumber(received), share: toNumber(share)};
  }).filter(({share}) => !Number.isNaN(share));
  const feeds = [...new Set(known.map(({feed}) => feed))];
  const columns = [...new Set(known.map(({columnName}) => columnName))].sort((a, b) => order(a) - order(b));
  const odd = known.filter(({share}) => share > 0 && share < 1);
  return heatChart({
    ...{title: "Nulls per column and feed", rows: feeds, columns: columns.length, ...options},
    summary: `${formatCount(feeds.length)} feeds; sometimes null: ${odd.length === 0 ? "nothing" : `${formatCount(odd.length)} columns of feeds`}.`,
    columnName: (column) => words(columns[column] ?? ""),
    none: "no updates",
    slanted: true,
    ticks: columns.map((name, column) => ({column, text: words(name)})),
    cells: known.map(({feed, columnName, nulls, received, share}) => ({
      ...tintOf(share),
      row: feeds.indexOf(feed),
      column: columns.indexOf(columnName),
      title: `${short(feed)}, ${words(columnName)}: ${formatPercent(share)} null, ${formatCount(nulls)} of ${formatCount(received)}`
    })),
    key: [{...never, text: "never null"}, ...some.toReversed(), {...always, text: "always"}],
    header: ["feed", "column", "nulls", "received", "share"],
    data: known.map(({feed, columnName, nulls, received, share}) => [feed, columnName, nulls, received, share]),
    empty: "no updates in this range"
  });
}

// In the service's order; other columns are last.
const listed = ["Price", "Bid", "Ask", "Confidence", "Publishers", "Exponent", "Session", "Ema", "EmaConfidence"];

function order(name: string): number {
  const place = listed.indexOf(name);
  return place < 0 ? listed.length : place;
}

function words(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

function tintOf(share: number): Tint {
  if (share >= 1) return always;
  return some.find(({above}) => share > above) ?? never;
}

import {formatCount, formatPercent, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {color} from "../theme.js";
import {type Heat, heatChart, type Tint} from "./heat.js";

/** Updates of a feed that came, and that should have come, in a step of time of so many seconds. */
export interface CompletenessRow {
  feed: string;
  startedAt: Instant;
  seconds: Quantity;
  expected: Quantity;
  received: Quantity;
}

/** Options of {@link completenessChart} and of other heat maps. */
export type HeatOptions = Pick<Heat, "width" | "source" | "period">;

// From the best to the worst: the least share (0 to 1) of each.
const classes: readonly (Tint & {least: number; text: string})[] = [
  {least: 1, text: "complete", fill: color.positive, opacity: 0.25},
  {least: 0.99, text: "99 % or more", fill: color.warn, opacity: 0.4},
  {least: 0.9, text: "90 %", fill: color.warn, opacity: 0.7},
  {least: 0.5, text: "50 %", fill: color.warn, opacity: 1},
  {least: 1e-9, text: "less", fill: color.negative, opacity: 0.75},
  {least: 0, text: "none came", fill: color.ink, opacity: 0.9}
];

/** Feeds × steps of time: which share of the updates that should have come did. Feeds are in the order of their rows. */
export function completenessChart(rows: Iterable<CompletenessRow>, options: HeatOptions = {}): HTMLElement {
  const known = Array.from(rows, (row) => {
    const [expected, received] = [toNumber(row.expected), toNumber(row.received)];
    return {feed: row.feed, at: toMs(row.startedAt), seconds: toNumber(row.seconds), expected, received};
  }).filter(({at, expected}) => expected > 0 && !Number.isNaN(at));
  const feeds = [...new Set(known.map(({feed}) => feed))];
  const places = new Map(feeds.map((feed, place) => [feed, place]));
  const step = 1000 * Math.max(1, known[0]?.seconds ?? 1);
  const first = known.reduce((least, {at}) => Math.min(least, at), Infinity);
  const last = known.reduce((most, {at}) => Math.max(most, at), -Infinity);
  const columns = known.length === 0 ? 0 : Math.round((last - first) / step) + 1;
  const incomplete = known.filter(({expected, received}) => received < expected).length;
  return heatChart({
    ...{title: "Updates received of those expected", rows: feeds, columns, ...options},
    summary: `${formatCount(feeds.length)} feeds, ${formatCount(known.length - incomplete)} of ${formatCount(known.length)} cells complete.`,
    columnName: (column) => formatUtc(first + column * step, "minute"),
    none: "nothing expected",
    ticks: ticksOf(first, step, columns),
    cells: known.map(({feed, at, expected, received}) => ({
      ...tintOf(received / expected),
      row: places.get(feed) ?? 0,
      column: Math.round((at - first) / step),
      title: `${feed}, ${formatUtc(at, "minute")}: ${formatPercent(received / expected)}, ${formatCount(received)} of ${formatCount(expected)}`
    })),
    key: classes,
    header: ["feed", "startedAt", "expected", "received"],
    data: known.map(({feed, at, expected, received}) => [feed, new Date(at).toISOString(), expected, received]),
    empty: "no updates in this range"
  });
}

function tintOf(share: number): Tint {
  return classes.find(({least}) => share >= least) ?? {fill: color.ink, opacity: 0.9};
}

// Days where there are some, else hours.
function ticksOf(first: number, step: number, columns: number): Heat["ticks"] {
  const times = Array.from({length: columns}, (_, column) => ({column, at: new Date(first + column * step)}));
  const isDaily = columns * step > 3 * 86_400_000;
  const shown = isDaily ? times.filter(({at}) => at.getUTCHours() < step / 3_600_000) : times;
  const every = isDaily || step >= 86_400_000 ? 1 : 3;
  return shown
    .filter(({at}) => at.getUTCHours() % every === 0)
    .map(({column, at}) => ({column, text: at.toISOString().slice(...(isDaily ? [5, 10] : [11, 16]))}));
}

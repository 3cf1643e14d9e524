import {type HeatOptions, heatChart, stepsOf, ticksOf} from "../../charts/heat/heat-chart.js";
import type {Tint} from "../../charts/heat/tints.js";
import type {Row} from "../../duckdb/values/rows.js";
import {formatCount, formatPercent, formatUtc, type Instant, toMs, toNumber} from "../../format/format.js";
import {short} from "../../ui/elements/names.js";
import {color} from "../../ui/elements/theme.js";

/** A row of `completeness`. */
interface CompletenessRow extends Row {
  feed: string;
  startedAt: Instant;
}

// From the best to the worst, each with its least share (0 to 1).
const classes: readonly (Tint & {least: number; text: string})[] = [
  {least: 1, text: "complete", fill: color.positive, opacity: 0.25},
  {least: 0.99, text: "≥ 99 %", fill: color.warn, opacity: 0.4},
  {least: 0.9, text: "90 %", fill: color.warn, opacity: 0.7},
  {least: 0.5, text: "50 %", fill: color.warn, opacity: 1},
  {least: 1e-9, text: "less", fill: color.negative, opacity: 0.75},
  {least: 0, text: "none received", fill: color.ink, opacity: 0.9}
];
const unasked = {text: "not requested", fill: color.ink3, opacity: 0.2};

interface Cell extends Record<"at" | "seconds" | "expected" | "received" | "asked" | "hours", number> {
  feed: string;
}

/**
 * Feeds × time steps: the share of expected updates that were received, and the steps that were not requested. Feeds
 * are in the order of their rows.
 */
export function completenessChart(rows: Iterable<CompletenessRow>, options: HeatOptions = {}): HTMLElement {
  const cells = cellsOf(rows);
  const feeds = [...new Set(cells.map(({feed}) => feed))];
  const places = new Map(feeds.map((feed, place) => [feed, place]));
  const step = 1000 * Math.max(1, cells[0]?.seconds ?? 1);
  const times = stepsOf(
    cells.map(({at}) => at),
    step
  );
  const [first = NaN] = times;
  return heatChart({
    ...{title: "Requested updates received", rows: feeds, columns: times.length, ...options},
    summary: summaryOf(cells, feeds.length),
    columnName: (column) => formatUtc(times[column], "minute"),
    none: "nothing expected",
    ticks: ticksOf(times, step),
    cells: cells.map((cell) => ({
      ...(cell.asked === 0 ? unasked : tintOf(cell.received / cell.expected)),
      row: places.get(cell.feed) ?? 0,
      column: Math.round((cell.at - first) / step),
      title: `${short(cell.feed)}, ${formatUtc(cell.at, "minute")}: ${describe(cell)}`
    })),
    key: [...classes, unasked],
    header: ["feed", "startedAt", "expected", "received", "hoursAskedFor"],
    data: cells.map(({feed, at, expected, received, asked}) => [
      ...[feed, new Date(at).toISOString()],
      ...[expected, received, asked].map((count) => (Number.isNaN(count) ? "" : count))
    ]),
    empty: "no updates in this range"
  });
}

function cellsOf(rows: Iterable<CompletenessRow>): Cell[] {
  const cells = Array.from(rows, ({feed, startedAt, ...row}): Cell => {
    const [seconds, asked, hours] = [toNumber(row.seconds), toNumber(row.asked), toNumber(row.hours)];
    const [expected, received] = [toNumber(row.expected), toNumber(row.received)];
    return {feed, at: toMs(startedAt), seconds, expected, received, asked, hours};
  }).filter(({at, expected, asked}) => (expected > 0 || asked === 0) && !Number.isNaN(at));
  return cells.some(({expected}) => expected > 0) ? cells : [];
}

function summaryOf(cells: readonly Cell[], feeds: number): string {
  const known = cells.filter(({asked}) => asked !== 0);
  const complete = known.filter(({expected, received}) => received >= expected).length;
  const others = cells.length - known.length;
  const left = others === 0 ? "" : `; ${formatCount(others)} more were not requested`;
  return `${formatCount(feeds)} feeds, ${formatCount(complete)} of ${formatCount(known.length)} cells complete${left}.`;
}

function describe({expected, received, asked, hours}: Cell): string {
  if (asked === 0) return received > 0 ? `${formatCount(received)} received, most were not requested` : "not requested";
  const some = asked < hours ? `, requested in ${formatCount(asked)} of ${formatCount(hours)} hours` : "";
  return `${formatPercent(received / expected)}, ${formatCount(received)} of ${formatCount(expected)}${some}`;
}

function tintOf(share: number): Tint {
  return classes.find(({least}) => share >= least) ?? {fill: color.ink, opacity: 0.9};
}

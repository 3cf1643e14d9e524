import {formatTick} from "../../lib/format.js";
import {type Instant, toMs} from "../../lib/instant.js";
import type {ChartOptions} from "../chart/model.js";
import {timeChart} from "../chart/time.js";
import {type Basis, columns, comparedOn, type FundingRate, formatOn, phrases, rateOn, units} from "./basis.js";
import {type Line, linesOf, nameOf, stylesOf} from "./lines.js";

/** Options of {@link differenceChart}. */
export interface DifferenceOptions extends ChartOptions {
  basis: Basis;
  /** Feeds to compare; not told: all. */
  feeds?: readonly (number | bigint)[] | null;
}

interface MeanRow extends FundingRate {
  startedAt: Instant;
  stepSeconds: number;
}

interface Pair extends Omit<Line<MeanRow>, "rows"> {
  rows: readonly MeanRow[];
  against: Line<MeanRow>;
}

/**
 * How far venues are apart over time, by underlying: the mean rate of each step of time, less that of the underlying's
 * first venue by name, as step lines; rates per interval are compared per 8 hours. There is no line for the only venue of an underlying.
 */
export function differenceChart(
  rows: Iterable<MeanRow>,
  {basis: shown, feeds = null, ...options}: DifferenceOptions
): HTMLElement {
  const basis = comparedOn(shown);
  const wanted = feeds === null ? null : new Set(feeds.map(String));
  const kept = [...rows].filter(({priceFeedId}) => wanted?.has(String(priceFeedId)) ?? true);
  const lines = linesOf(kept);
  const style = stylesOf(lines); // as the charts of the feeds themselves have them
  const pairs = pairsOf(lines);
  const from = toMs((options.range ?? options.domain)?.[0]);
  return timeChart({
    title: `Difference between venues ${phrases[basis]}`,
    height: 220,
    ...options,
    ...(pairs.length === 0 && {empty: "only one venue picked of each underlying: add another feed to compare"}),
    series: pairs.map((pair) => {
      const {label, ...look} = style(pair);
      const name = `${label} less ${pair.against.venue}`;
      const {times, values} = lessOf(pair, basis, from);
      const column = `${nameOf(pair)} less ${pair.against.venue} ${columns[basis]}`;
      return {key: pair.id, columns: [column], shape: "step", times, values, label: name, ...look};
    }),
    formatValue: (rate) => formatOn(basis, rate),
    formatTick: (rate, step) => formatTick(100 * rate, 100 * step),
    stepMs: 1000 * (kept[0]?.stepSeconds ?? 0),
    zero: true,
    unit: units[basis]
  });
}

function pairsOf(lines: readonly Line<MeanRow>[]): Pair[] {
  return lines.flatMap((line) => {
    const against = lines.find(({underlying}) => underlying === line.underlying);
    return against === undefined || against === line ? [] : [{...line, against}];
  });
}

// A step that began before the view shows from where that begins.
function lessOf({rows, against}: Pair, basis: Basis, from: number): {times: number[]; values: number[]} {
  const others = new Map(against.rows.map((row) => [toMs(row.startedAt), rateOn(basis, row)]));
  const steps = rows.map((row) => ({time: toMs(row.startedAt), rate: rateOn(basis, row)}));
  const sorted = steps.filter(({time}) => !Number.isNaN(time)).sort((a, b) => a.time - b.time);
  return {
    times: sorted.map(({time}) => (time < from ? from : time)),
    values: sorted.map(({time, rate}) => rate - (others.get(time) ?? NaN))
  };
}

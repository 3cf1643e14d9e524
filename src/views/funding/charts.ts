import {bisectRight} from "d3-array";
import type {ChartOptions, Series} from "../../charts/model.js";
import {heatMap} from "../../charts/rows/heat-map.js";
import {withWhole} from "../../charts/shell.js";
import {timeChart} from "../../charts/time.js";
import {shadesOf} from "../../charts/trading-time.js";
import {byTime} from "../../duckdb/values/rows.js";
import {formatHours, formatTick, type Instant, type Quantity, toMs, toNumber} from "../../format/format.js";
import {color} from "../../ui/elements/theme.js";
import {type Basis, columns, comparedOn, type FundingRate, formatOn, phrases, rateOn, units} from "./basis.js";
import {type Line, linesOf, nameOf, stylesOf, subjectOf} from "./lines.js";

/** A funding rate at a time; rates are fractions. */
export interface FundingRow extends FundingRate {
  publishedAt: Instant;
}

/** The start of a time range with one funding interval of a feed, and the interval before, if any. */
interface IntervalRow {
  priceFeedId: number | bigint;
  startedAt: Instant;
  wasHours?: Quantity;
  intervalHours?: Quantity;
}

interface FundingOptions extends ChartOptions {
  basis: Basis;
  /** The feed's line is marked where its interval changed. */
  intervals?: Iterable<IntervalRow>;
}

/** Funding rates over time on one basis, a step line per feed: a rate holds until the next. Interval changes are marked. */
export function fundingChart(
  rows: Iterable<FundingRow>,
  {basis, intervals = [], ...options}: FundingOptions
): HTMLElement {
  const lines = linesOf([...rows]);
  const style = stylesOf(lines);
  const series = lines.map((line) => ({...seriesOf(line, basis), ...style(line)}));
  const figure = timeChart({
    title: `${subjectOf(lines)} ${phrases[basis]}`,
    height: 280,
    ...options,
    series: [...series, ...marksOf([...intervals], lines, series)],
    shades: shadesOf(options.sessions ?? [], options.stepMs),
    formatValue: (rate, more = 0) => formatOn(basis, rate, {more}),
    formatTick: formatShareTick,
    zero: true,
    unit: units[basis]
  });
  return subjectOf(lines) === "Funding" ? figure : withWhole(figure, lines[0]?.underlying ?? "");
}

type Curve = Pick<Series, "key" | "columns" | "shape" | "times" | "values">;

function seriesOf(line: Line<FundingRow>, basis: Basis): Curve {
  const {times, values} = byTime(line.rows);
  const intervals = values("intervalHours");
  const rates = values("rate8h").map((rate8h, i) => rateOn(basis, {rate8h, intervalHours: intervals[i]}));
  return {key: line.id, columns: [`${nameOf(line)} ${columns[basis]}`], shape: "step", times, values: rates};
}

function marksOf(intervals: readonly IntervalRow[], lines: readonly Line<FundingRow>[], curves: Curve[]): Series[] {
  const marks = intervals
    .flatMap(({priceFeedId, startedAt, wasHours, intervalHours}) => {
      const at = lines.findIndex(({id}) => id === String(priceFeedId));
      const [line, curve, time] = [lines[at], curves[at], toMs(startedAt)];
      if (line === undefined || curve === undefined || Number.isNaN(toNumber(wasHours))) return [];
      const value = curve.values[bisectRight(Array.from(curve.times), time) - 1] ?? NaN;
      const text = `${nameOf(line)}: ${formatHours(wasHours)} to ${formatHours(intervalHours)}`;
      return Number.isNaN(value) ? [] : [{time, value, text}];
    })
    .sort((a, b) => a.time - b.time);
  if (marks.length === 0) return [];
  return [
    {
      ...{key: "intervals", columns: [null], label: "Interval changed", shape: "dots", sign: "ring", size: 5},
      color: color.warn,
      times: marks.map(({time}) => time),
      values: marks.map(({value}) => value),
      format: (_value, _upper, index) => marks[index]?.text ?? ""
    }
  ];
}

function formatShareTick(share: number, step: number): string {
  return formatTick(100 * share, 100 * step);
}

/** The mean funding rate of a feed in a time step, and its interval then. */
interface MeanRate extends FundingRate {
  startedAt: Instant;
  /** Length of the step. */
  stepSeconds: number;
}

/** Mean rates on a basis as a heat map: a row per feed by underlying and venue, a column per time step. */
export function fundingHeat(
  rows: Iterable<MeanRate>,
  {basis, source = "Feedbook"}: {basis: Basis; source?: string}
): HTMLElement {
  const cells = linesOf([...rows]).flatMap((line) =>
    line.rows.map((row) => ({
      ...{startedAt: new Date(toMs(row.startedAt)), feed: nameOf(line), rate: rateOn(basis, row)}
    }))
  );
  return heatMap(cells, {
    ...{x: "startedAt", y: "feed", value: "rate", scale: "zero", format: (rate) => formatOn(basis, rate)},
    ...{title: `Mean funding ${phrases[basis]}`, empty: "no rates in this range", source}
  });
}

interface DifferenceOptions extends ChartOptions {
  basis: Basis;
  /** Feeds to compare; default: all. */
  feeds?: readonly (number | bigint)[] | null;
}

/**
 * Differences between venues over time, as step lines: the mean rate of each step minus the rate of the underlying's first
 * venue by name. Rates per interval are compared per 8 hours. The only venue of an underlying has no line.
 */
export function differenceChart(
  rows: Iterable<MeanRate>,
  {basis: shown, feeds = null, ...options}: DifferenceOptions
): HTMLElement {
  const basis = comparedOn(shown);
  const wanted = feeds === null ? null : new Set(feeds.map(String));
  const kept = [...rows].filter(({priceFeedId}) => wanted?.has(String(priceFeedId)) ?? true);
  const lines = linesOf(kept);
  const style = stylesOf(lines); // the same as in the chart of rates
  const series = lines.flatMap((line): Series[] => {
    const against = lines.find(({underlying}) => underlying === line.underlying);
    if (against === undefined || against === line) return [];
    const label = `${nameOf(line)} less ${against.venue}`;
    return [{...style(line), key: line.id, columns: [label], label, shape: "step", ...lessOf(line, against, basis)}];
  });
  return timeChart({
    ...{title: `Difference between venues ${phrases[basis]}`, linked: true, keepsView: options.onZoom === undefined},
    stepMs: 1000 * (kept[0]?.stepSeconds ?? 0),
    ...options,
    ...(series.length === 0 && {empty: "only one venue picked of each underlying: add another feed to compare"}),
    series,
    formatValue: (rate, more = 0) => formatOn(basis, rate, {more}),
    formatTick: formatShareTick,
    zero: true,
    unit: units[basis]
  });
}

function lessOf({rows}: Line<MeanRate>, against: Line<MeanRate>, basis: Basis): Pick<Series, "times" | "values"> {
  const others = new Map(against.rows.map((row) => [toMs(row.startedAt), rateOn(basis, row)]));
  const {times} = byTime(rows.map((row) => ({publishedAt: row.startedAt})));
  const own = new Map(rows.map((row) => [toMs(row.startedAt), rateOn(basis, row)]));
  return {times, values: times.map((time) => (own.get(time) ?? NaN) - (others.get(time) ?? NaN))};
}

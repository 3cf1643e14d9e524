import {bisectRight} from "d3-array";
import {formatAge, formatTick, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import type {ChartOptions, Series} from "../chart/model.js";
import {shadesOf} from "../chart/shades.js";
import {timeChart} from "../chart/time.js";
import {feedLabel} from "../parts/names.js";
import {byTime} from "../parts/rows.js";
import {statRow} from "../parts/stats.js";
import {color} from "../parts/theme.js";
import {type Basis, columns, type FundingRate, formatOn, payerOf, phrases, rateOn, units} from "./basis.js";
import {type Line, linesOf, nameOf, stylesOf, subjectOf} from "./lines.js";

/** A funding rate at a time; rates are fractions. */
export interface FundingRow extends FundingRate {
  publishedAt: Instant;
}

/** A stretch of time in which a feed's funding interval stayed the same, and what it was before, if anything. */
export interface IntervalRow {
  priceFeedId: number | bigint;
  startedAt: Instant;
  wasHours?: Quantity;
  intervalHours?: Quantity;
}

/** Options of {@link fundingChart}. */
export interface FundingOptions extends ChartOptions {
  basis: Basis;
  /** Where one begins with another interval than before, the feed's line is marked. */
  intervals?: Iterable<IntervalRow>;
}

/** Funding rates over time on one basis, a step line per feed: a rate holds until the next one. Changes of intervals are marked. */
export function fundingChart(
  rows: Iterable<FundingRow>,
  {basis, intervals = [], ...options}: FundingOptions
): HTMLElement {
  const lines = linesOf([...rows]);
  const style = stylesOf(lines);
  const series = lines.map((line) => ({...seriesOf(line, basis), ...style(line)}));
  return timeChart({
    title: `${subjectOf(lines)} ${phrases[basis]}`,
    height: 260,
    ...options,
    series: [...series, ...marksOf([...intervals], lines, series)],
    shades: shadesOf(options.sessions ?? [], options.stepMs),
    formatValue: (rate) => formatOn(basis, rate),
    formatTick: (rate, step) => formatTick(100 * rate, 100 * step),
    zero: true,
    unit: units[basis]
  });
}

type Curve = Pick<Series, "key" | "columns" | "shape" | "times" | "values">;

function seriesOf(line: Line<FundingRow>, basis: Basis): Curve {
  const {times, values} = byTime(line.rows);
  const intervals = values("intervalHours");
  const rates = values("rate8h").map((rate8h, i) => rateOn(basis, {rate8h, intervalHours: intervals[i]}));
  return {key: line.id, columns: [`${nameOf(line)} ${columns[basis]}`], shape: "step", times, values: rates};
}

// On the line, at the rate that stood then.
function marksOf(intervals: readonly IntervalRow[], lines: readonly Line<FundingRow>[], curves: Curve[]): Series[] {
  const marks = intervals
    .flatMap(({priceFeedId, startedAt, wasHours, intervalHours}) => {
      const at = lines.findIndex(({id}) => id === String(priceFeedId));
      const [line, curve, time] = [lines[at], curves[at], toMs(startedAt)];
      if (line === undefined || curve === undefined || Number.isNaN(toNumber(wasHours))) return [];
      const value = curve.values[bisectRight(Array.from(curve.times), time) - 1] ?? NaN;
      const text = `${nameOf(line)}: ${hours(wasHours)} to ${hours(intervalHours)}`;
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

function hours(value: Quantity): string {
  return formatAge(3600 * toNumber(value));
}

/** The last rate of a feed and its mean over the view, as fractions, and how often it is paid. */
export interface FundingFigure extends FundingRate {
  meanRate8h?: Quantity;
}

/**
 * The last rate of each feed as a figure, with its mean and who pays whom, on one basis. A mean as APY is the mean rate
 * compounded at the last interval.
 */
export function fundingFigures(rows: Iterable<FundingFigure>, {basis}: {basis: Basis}): HTMLElement {
  return statRow(
    Array.from(rows, ({priceFeedId, symbol, rate8h, meanRate8h, intervalHours}) => {
      const text = (rate: Quantity) => formatOn(basis, rateOn(basis, {rate8h: rate, intervalHours}));
      const paid = `paid every ${formatAge(3600 * toNumber(intervalHours))}`;
      const parts = [`last, ${phrases[basis]}`, payerOf(rate8h), `mean ${text(meanRate8h)}`, paid];
      return {
        label: feedLabel({priceFeedId, symbol: symbol?.replace("FundingRate.", "") ?? null}),
        value: text(rate8h),
        detail: parts.filter((part) => part !== "").join("; ")
      };
    })
  );
}

import {formatTick} from "../lib/format.js";
import type {Instant} from "../lib/instant.js";
import {type Basis, type FundingRate, formatOn, ownerOf, units} from "./basis.js";
import type {ChartOptions, Series} from "./chart/model.js";
import {timeChart} from "./chart/time.js";
import {byTime} from "./rows.js";
import {category} from "./theme.js";

/** A funding rate at a time; rates are fractions. */
export interface FundingRow extends FundingRate {
  publishedAt: Instant;
}

/** Options of {@link fundingChart}. */
export interface FundingOptions extends ChartOptions {
  basis: Basis;
}

interface Line {
  venue: string;
  underlying: string;
  rows: FundingRow[];
}

const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** Funding rates over time on one basis, a step line per venue and underlying: a rate holds until the next one. */
export function fundingChart(rows: Iterable<FundingRow>, {basis, ...options}: FundingOptions): HTMLElement {
  const lines = linesOf(rows);
  const venues = [...new Set(lines.map(({venue}) => venue))];
  const underlyings = [...new Set(lines.map(({underlying}) => underlying))];
  const style = (line: Line): Pick<Series, "label" | "color" | "dash"> => {
    const venue = venues.indexOf(line.venue);
    const underlying = underlyings.indexOf(line.underlying);
    if (underlyings.length === 1) return {label: line.venue || line.underlying, color: category(venue)};
    if (venues.length === 1) return {label: line.underlying, color: category(underlying)};
    const dash = dashes[venue % dashes.length] ?? "";
    return {label: `${line.venue} ${line.underlying}`.trim(), color: category(underlying), ...(dash && {dash})};
  };
  return timeChart({
    title: `${underlyings.length === 1 ? `${underlyings[0]} funding` : "Funding"} ${basis === "8h" ? "per 8 h" : "APR"}`,
    height: 260,
    ...options,
    series: lines.map((line) => ({...seriesOf(line, basis), ...style(line)})),
    formatValue: (rate) => formatOn(basis, rate),
    formatTick: (rate, step) => formatTick(100 * rate, 100 * step),
    zero: true,
    unit: units[basis]
  });
}

function linesOf(rows: Iterable<FundingRow>): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const owner = ownerOf(row);
    const key = JSON.stringify([owner.underlying, owner.venue]);
    const line = lines.get(key) ?? {...owner, rows: []};
    line.rows.push(row);
    lines.set(key, line);
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

function seriesOf({venue, underlying, rows}: Line, basis: Basis): Omit<Series, "label" | "color"> {
  const {times, values} = byTime(rows);
  return {
    key: `${venue} ${underlying}`.trim(),
    shape: "step",
    times,
    values: values(basis === "8h" ? "rate8h" : "apr")
  };
}

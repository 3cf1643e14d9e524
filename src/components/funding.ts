import {ascending, group} from "d3-array";
import {formatTick} from "../lib/format.js";
import type {Instant} from "../lib/instant.js";
import {type Basis, type FundingRate, formatOn, units} from "./basis.js";
import type {ChartOptions, Series} from "./chart/model.js";
import {timeChart} from "./chart/time.js";
import {type Owner, ownersOf} from "./owners.js";
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

interface Line extends Owner {
  id: string;
  rows: FundingRow[];
}

const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** Funding rates over time on one basis, a step line per feed: a rate holds until the next one. */
export function fundingChart(rows: Iterable<FundingRow>, {basis, ...options}: FundingOptions): HTMLElement {
  const lines = linesOf([...rows]);
  const field = basis === "8h" ? "rate8h" : "apr";
  const venues = [...new Set(lines.map(({venue}) => venue))];
  const underlyings = [...new Set(lines.map(({underlying}) => underlying))];
  const style = (line: Line): Pick<Series, "label" | "color" | "dash"> => {
    const venue = venues.indexOf(line.venue);
    const underlying = underlyings.indexOf(line.underlying);
    if (underlyings.length === 1) return {label: line.venue || line.underlying, color: category(venue)};
    if (venues.length === 1) return {label: line.underlying, color: category(underlying)};
    const dash = dashes[venue % dashes.length] ?? "";
    return {label: nameOf(line), color: category(underlying), ...(dash && {dash})};
  };
  return timeChart({
    title: `${underlyings.length === 1 ? `${underlyings[0]} funding` : "Funding"} ${basis === "8h" ? "per 8 h" : "APR"}`,
    height: 260,
    ...options,
    series: lines.map((line) => ({...seriesOf(line, field), ...style(line), columns: [`${nameOf(line)} ${field}`]})),
    formatValue: (rate) => formatOn(basis, rate),
    formatTick: (rate, step) => formatTick(100 * rate, 100 * step),
    zero: true,
    unit: units[basis]
  });
}

function linesOf(rows: readonly FundingRow[]): Line[] {
  const byFeed = group(rows, ({priceFeedId}) => String(priceFeedId));
  const lines = Array.from(ownersOf(rows), ([id, owner]) => ({...owner, id, rows: byFeed.get(id) ?? []}));
  return lines.sort((a, b) => ascending(a.underlying, b.underlying) || ascending(a.venue, b.venue));
}

function seriesOf({id, rows}: Line, field: "rate8h" | "apr"): Pick<Series, "key" | "shape" | "times" | "values"> {
  const {times, values} = byTime(rows);
  return {key: id, shape: "step", times, values: values(field)};
}

function nameOf({venue, underlying}: Owner): string {
  return `${venue} ${underlying}`.trim();
}

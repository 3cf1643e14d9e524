import * as Plot from "@observablehq/plot";
import type {Instant} from "../lib/instant.js";
import {type Basis, type FundingRate, formatOn, rateOn, units} from "./basis.js";
import {smallChart} from "./chart/small.js";
import {textWidth} from "./chart/text.js";
import {ownersOf} from "./owners.js";
import {plot} from "./plot.js";
import {color} from "./theme.js";

/** Options of {@link fundingBars}. */
export interface BarsOptions {
  basis: Basis;
  title?: string;
  width?: number;
  source?: string;
  /** The time that the rates are of: part of a saved file's name. */
  period?: readonly [Instant | null, Instant | null];
  empty?: string;
}

interface Bar {
  venue: string;
  underlying: string;
  rate: number;
  text: string;
}

const barHeight = 18;
const groupGap = 10;

/** The latest funding rate of each feed as bars around zero, grouped by underlying. Missing rates are left out. */
export function fundingBars(
  rows: Iterable<FundingRate>,
  {basis, empty = "no rates", ...options}: BarsOptions
): HTMLElement {
  const bars = barsOf(rows, basis);
  const {title = `Latest funding, ${units[basis]}`, width, source, period} = options;
  const groups = new Set(bars.map(({underlying}) => underlying)).size;
  const venues = new Set(bars.map(({venue}) => venue)).size;
  const height = bars.length === 0 ? 80 : groups * (venues * barHeight + groupGap) + 8;
  return smallChart({
    ...{title, height, width, source, period},
    summary: bars.map(({venue, underlying, text}) => `${underlying} ${venue} ${text}`).join(", ") || empty,
    draw: (wide) => plot({width: wide, height, ...(bars.length === 0 ? {empty} : layers(bars, wide))}),
    header: ["underlying", "venue", basis === "8h" ? "rate8h" : "apr"],
    rows: bars.map(({underlying, venue, rate}) => [underlying, venue, rate])
  });
}

function barsOf(rows: Iterable<FundingRate>, basis: Basis): Bar[] {
  const rates = new Map(Array.from(rows, (row) => [String(row.priceFeedId), row]));
  return Array.from(ownersOf(rates.values()), ([id, owner]) => {
    const rate = rateOn(basis, rates.get(id) ?? {});
    return {...owner, rate, text: formatOn(basis, rate)};
  }).filter(({rate}) => !Number.isNaN(rate));
}

// Read like a table: underlying, venue and rate in columns, then the bar.
function layers(bars: Bar[], width: number): Plot.PlotOptions {
  const room = (texts: string[]): number => Math.max(...texts.map((text) => textWidth(text))) + 12;
  const rateRoom = room(bars.map(({text}) => text));
  const venueRoom = Math.min(width / 4, room(bars.map(({venue}) => venue)));
  const underlyingRoom = Math.min(width / 4, room(bars.map(({underlying}) => underlying)));
  const marginLeft = rateRoom + venueRoom + underlyingRoom;
  const largest = Math.max(...bars.map(({rate}) => Math.abs(rate))) || 1;
  const underlyings = [...new Set(bars.map(({underlying}) => underlying))];
  const venues = [...new Set(bars.map(({venue}) => venue))].sort();
  const row = {y: "venue", fy: "underlying", frameAnchor: "left"} as const;
  const cut = (wide: number) => ({textOverflow: "ellipsis", lineWidth: wide / 11}) as const;
  const heads = underlyings.map((underlying) => ({underlying, venue: venues[0]}));
  return {
    ...{marginLeft, marginRight: 4, marginTop: 4, marginBottom: 4},
    x: {domain: [-largest, largest], axis: null},
    y: {domain: venues, axis: null, padding: 0.25},
    fy: {domain: underlyings, axis: null, padding: 0.12},
    marks: [
      Plot.text(heads, {
        ...row,
        ...cut(underlyingRoom),
        text: "underlying",
        textAnchor: "start",
        dx: -marginLeft,
        fill: color.ink,
        fontWeight: 600
      }),
      Plot.text(bars, {
        ...row,
        ...cut(venueRoom),
        text: "venue",
        textAnchor: "start",
        dx: -rateRoom - venueRoom,
        fill: color.ink2
      }),
      Plot.text(bars, {...row, text: "text", textAnchor: "end", dx: -12, fill: color.ink}),
      Plot.barX(bars, {
        ...{x: "rate", y: "venue", fy: "underlying"},
        fill: ({rate}: Bar) => (rate < 0 ? color.negative : color.positive)
      }),
      Plot.ruleX([0], {stroke: color.ink2})
    ]
  };
}

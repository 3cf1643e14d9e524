import * as Plot from "@observablehq/plot";
import {type Basis, type FundingRate, formatOn, ownerOf, rateOn, units} from "./basis.js";
import {smallChart} from "./chart/small.js";
import {textWidth} from "./chart/text.js";
import {plot} from "./plot.js";
import {color} from "./theme.js";

/** Options of {@link fundingBars}. */
export interface BarsOptions {
  basis: Basis;
  title?: string;
  width?: number;
  source?: string;
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

/** The latest funding rate of each venue and underlying as bars around zero, grouped by underlying. Missing rates are left out. */
export function fundingBars(
  rows: Iterable<FundingRate>,
  {basis, empty = "no rates", ...options}: BarsOptions
): HTMLElement {
  const bars = barsOf(rows, basis);
  const {title = `Latest funding, ${units[basis]}`, width, source} = options;
  const groups = new Set(bars.map(({underlying}) => underlying)).size;
  const venues = new Set(bars.map(({venue}) => venue)).size;
  const height = bars.length === 0 ? 80 : groups * (venues * barHeight + groupGap) + 34;
  return smallChart({
    ...{title, height, width, source},
    summary: bars.map(({venue, underlying, text}) => `${underlying} ${venue} ${text}`).join(", ") || empty,
    draw: (wide) => plot({width: wide, height, ...(bars.length === 0 ? {empty} : layers(bars, wide))}),
    header: ["underlying", "venue", basis === "8h" ? "rate8h" : "apr"],
    rows: bars.map(({underlying, venue, rate}) => [underlying, venue, rate])
  });
}

function barsOf(rows: Iterable<FundingRate>, basis: Basis): Bar[] {
  return Array.from(rows, (row) => {
    const rate = rateOn(basis, row);
    return {...ownerOf(row), rate, text: formatOn(basis, rate)};
  }).filter(({rate}) => !Number.isNaN(rate));
}

function layers(bars: Bar[], width: number): Plot.PlotOptions {
  const room = (texts: string[]): number => Math.min(width / 4, Math.max(...texts.map((text) => textWidth(text))) + 8);
  const venueRoom = room(bars.map(({venue}) => venue));
  const marginLeft = venueRoom + room(bars.map(({underlying}) => underlying));
  const textRoom = room(bars.map(({text}) => text));
  const half = (width - marginLeft) / 2;
  const largest = Math.max(...bars.map(({rate}) => Math.abs(rate))) || 1;
  const limit = (largest * half) / Math.max(half / 4, half - textRoom);
  const text = (sign: 1 | -1): Plot.Text =>
    Plot.text(
      bars.filter(({rate}) => (rate < 0 ? -1 : 1) === sign),
      {
        x: "rate",
        y: "venue",
        fy: "underlying",
        text: "text",
        dx: 4 * sign,
        textAnchor: sign > 0 ? "start" : "end",
        fill: color.ink
      }
    );
  return {
    ...{marginLeft, marginRight: 0, marginTop: 4, marginBottom: 30},
    x: {domain: [-limit, limit], axis: null},
    y: {axis: null, padding: 0.25},
    fy: {axis: null, padding: 0.12, domain: [...new Set(bars.map(({underlying}) => underlying))]},
    marks: [
      Plot.axisY({label: null, tickSize: 0, fill: color.ink2, lineWidth: venueRoom / 11, textOverflow: "ellipsis"}),
      Plot.axisFy({anchor: "left", label: null, fill: color.ink, fontWeight: 600, dx: -venueRoom}),
      Plot.barX(bars, {
        ...{x: "rate", y: "venue", fy: "underlying"},
        fill: ({rate}: Bar) => (rate < 0 ? color.negative : color.positive),
        fillOpacity: 0.85
      }),
      Plot.ruleX([0], {stroke: color.ink2}),
      text(1),
      text(-1)
    ]
  };
}

import * as Plot from "@observablehq/plot";
import {formatBps, formatCount} from "../lib/format.js";
import {type Bin, type Distribution, type DistributionRow, distribution} from "./bins.js";
import {smallChart} from "./chart/small.js";
import {plot} from "./plot.js";
import {color} from "./theme.js";

/** Options of {@link spreadDistribution}; median and p95 in bps replace those computed from the rows. */
export interface DistributionOptions {
  symbol: string;
  median?: number;
  p95?: number;
  title?: string;
  width?: number;
  height?: number;
  source?: string;
  empty?: string;
}

/** A histogram of spreads in bps up to the 99.5th percentile, with the median and the 95th percentile marked. */
export function spreadDistribution(rows: Iterable<DistributionRow>, options: DistributionOptions): HTMLElement {
  const {symbol, title = `${symbol} spread distribution`, height = 220, width, source} = options;
  const found = distribution(rows);
  const shown = {...found, median: options.median ?? found.median, p95: options.p95 ?? found.p95};
  const {bins, median, p95, beyond} = shown;
  const empty = options.empty ?? "no updates in this range";
  const summary = `Median ${formatBps(median)}, 95th percentile ${formatBps(p95)}, ${formatCount(beyond)} ${beyond === 1 ? "update" : "updates"} beyond the picture.`;
  return smallChart({
    ...{title, height, width, source},
    summary: bins.length === 0 ? empty : summary,
    draw: (wide) => plot({width: wide, height, ...(bins.length === 0 ? {empty} : layers(shown, wide))}),
    header: ["fromBps", "toBps", "updates"],
    rows: bins.map(({from, to, count}) => [from, to, count])
  });
}

function layers({bins, median, p95, beyond}: Distribution, width: number): Plot.PlotOptions {
  const last = bins.at(-1)?.to ?? 0;
  const hidden = beyond > 0 ? ` (${formatCount(beyond)} above ${formatBps(last)} not shown)` : "";
  const half = ((bins[0]?.from ?? 0) + last) / 2;
  return {
    ...{marginTop: 38, marginRight: 20, marginBottom: 36, marginLeft: 48},
    x: {label: `spread, bps${hidden}`, labelArrow: "none", labelAnchor: "left", ticks: width / 80, tickSize: 3},
    y: {axis: null},
    marks: [
      Plot.gridY({ticks: 4, stroke: color.line, strokeOpacity: 1}),
      Plot.axisY({ticks: 4, tickFormat: formatCount, tickSize: 0, label: null}),
      Plot.rectY(bins, {
        x1: "from",
        x2: "to",
        y: "count",
        fill: color.price,
        fillOpacity: 0.75,
        inset: 0.5,
        title: describe
      }),
      Plot.ruleY([0], {stroke: color.ink3}),
      ...quantileMark("median", median, -25, median > half),
      ...(p95 <= last ? quantileMark("p95", p95, -10, p95 > half) : [])
    ]
  };
}

function quantileMark(name: string, bps: number, dy: number, before: boolean): Plot.Markish[] {
  const place = before ? ({dx: -4, textAnchor: "end"} as const) : ({dx: 4, textAnchor: "start"} as const);
  const text = [`${name} ${formatBps(bps)}`];
  return [
    Plot.ruleX([bps], {stroke: color.ink, strokeDasharray: "3 2", insetTop: dy - 6}),
    Plot.text(text, {x: [bps], text: text, frameAnchor: "top", dy, fill: color.ink, ...place})
  ];
}

function describe({from, to, count}: Bin): string {
  return `${formatBps(from, {unit: false})} to ${formatBps(to)}: ${formatCount(count)} updates`;
}

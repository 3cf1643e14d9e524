import type * as Plot from "@observablehq/plot";
import {formatBps, formatPercent, formatTick, type Instant, type Quantity, toNumber} from "../../lib/format.js";
import {smallChart} from "../chart/small.js";
import {loadPlot, type PlotLibrary, plot} from "../parts/plot.js";
import {color} from "../parts/theme.js";

/** Options of {@link spreadDistribution}; median and p95, in bps, are marked where they are given. */
export interface DistributionOptions {
  symbol: string;
  median?: Quantity;
  p95?: Quantity;
  title?: string;
  width?: number;
  height?: number;
  source?: string;
  /** The time that the rows are of. */
  period?: readonly [Instant | null, Instant | null];
  /** How many updates have both sides: in an empty picture, why it is. */
  updates?: Quantity;
}

/** A histogram of how much of the time the spread stood at how many bps, with the median and the 95th percentile marked. */
export function spreadDistribution(rows: Iterable<DistributionRow>, options: DistributionOptions): HTMLElement {
  const {symbol, title = `${symbol} spread distribution`, height = 236, width, source, period, median, p95} = options;
  const none = toNumber(options.updates) > 0 ? "no normal books in this range" : "no books in open hours in this range";
  const found = distribution(rows);
  const {bins} = found;
  const instead =
    bins.length === 1 && tailsOf(found).length === 0 ? `one spread all the time: ${formatBps(median)}` : null;
  const empty = bins.length === 0 ? none : instead;
  const summary = [`Median ${formatBps(median)}`, `95th percentile ${formatBps(p95)}`, ...tailsOf(found)].join(", ");
  return smallChart({
    ...{title, height, width, source, period},
    summary: empty ?? `${summary}.`,
    draw: (wide) => plot({width: wide, height}, empty ?? ((Plot) => layers(Plot, found, options, wide))),
    ready: loadPlot,
    part: empty === null ? "bar" : undefined,
    header: ["fromBps", "toBps", "shareOfTime"],
    rows: bins.map(({from, to, share}) => [from, to, share])
  });
}

function layers(
  Plot: PlotLibrary,
  found: Distribution,
  {median, p95}: DistributionOptions,
  width: number
): Plot.PlotOptions {
  const {bins} = found;
  const tails = tailsOf(found);
  const [first, last] = edgesOf(found);
  const marked = (bps: Quantity, name: string, dy: number): Plot.Markish[] => {
    const value = toNumber(bps);
    return value >= first && value <= last ? quantileMark(Plot, name, value, dy, value > (first + last) / 2) : [];
  };
  return {
    ...{marginTop: 54, marginRight: 20, marginBottom: 36 + 14 * tails.length, marginLeft: 48},
    x: {
      label: "spread, bps",
      labelArrow: "none",
      labelAnchor: "left",
      labelOffset: 33,
      ticks: width / 120,
      tickSize: 3
    },
    y: {axis: null},
    marks: [
      Plot.gridY({ticks: 4, stroke: color.line, strokeOpacity: 1}),
      Plot.axisY({ticks: 4, tickFormat: percent(bins), tickSize: 0, label: null}),
      Plot.text(["of the time"], {frameAnchor: "top-left", dx: -44, dy: -12, fill: color.ink3}),
      Plot.rectY(bins, {
        x1: "from",
        x2: "to",
        y: "share",
        fill: color.price,
        fillOpacity: 0.75,
        inset: 0.5,
        title: describe
      }),
      Plot.ruleY([0], {stroke: color.ink3}),
      ...tails.map((tail, i) =>
        Plot.text([tail], {frameAnchor: "bottom-left", dx: -48, dy: 48 + 14 * i, fill: color.ink2})
      ),
      ...marked(median, "median", -41),
      ...marked(p95, "p95", -26)
    ]
  };
}

function edgesOf({bins}: Distribution): [number, number] {
  return [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0];
}

// What the picture leaves out, in words.
function tailsOf(found: Distribution): string[] {
  const [first, last] = edgesOf(found);
  return [
    found.below > 0 ? `${formatPercent(found.below)} of the time below ${formatBps(first)}, not shown` : "",
    found.above > 0 ? `${formatPercent(found.above)} of the time above ${formatBps(last)}, not shown` : ""
  ].filter(Boolean);
}

function quantileMark(Plot: PlotLibrary, name: string, bps: number, dy: number, before: boolean): Plot.Markish[] {
  const place = before ? ({dx: -4, textAnchor: "end"} as const) : ({dx: 4, textAnchor: "start"} as const);
  const text = [`${name} ${formatBps(bps)}`];
  return [
    Plot.ruleX([bps], {stroke: color.ink, strokeDasharray: "3 2", insetTop: dy - 6}),
    Plot.text(text, {x: [bps], text: text, frameAnchor: "top", dy, fill: color.ink, ...place})
  ];
}

function percent(bins: Bin[]): (share: number) => string {
  const highest = Math.max(...bins.map(({share}) => share));
  const step = highest > 0.04 ? 1 : highest > 0.004 ? 0.1 : 0.01;
  return (share) => `${formatTick(100 * share, step)} %`;
}

function describe({from, to, share}: Bin): string {
  return `${formatBps(from, {unit: false})} to ${formatBps(to)}: ${formatPercent(share)} of the time`;
}

/** The time that spreads of a bin stood: the bin starts at `spreadBps` and is `width` wide, both in bps. */
export interface DistributionRow {
  spreadBps: Quantity;
  width: Quantity;
  seconds: Quantity;
  /** Of a row that is no bin but all that lies beyond them, on which side. */
  tail?: string | null;
}

/** Spreads from `from` to below `to`, in bps, and their share of the time. */
export interface Bin {
  from: number;
  to: number;
  share: number;
}

/** A distribution of spreads: its bins, ascending, and the share of the time below and above them. */
export interface Distribution {
  bins: Bin[];
  below: number;
  above: number;
}

/** Bins and tails as shares of the time. */
export function distribution(rows: Iterable<DistributionRow>): Distribution {
  const known = [...rows].filter(({seconds}) => toNumber(seconds) > 0);
  const total = known.reduce((sum, {seconds}) => sum + toNumber(seconds), 0);
  const tail = (side: string): number =>
    known.filter((row) => row.tail === side).reduce((sum, {seconds}) => sum + toNumber(seconds) / total, 0);
  const bins = known
    .map(({spreadBps, width, seconds}) => {
      const from = toNumber(spreadBps);
      // 0.1 + 0.1 + 0.1 is not quite 0.3.
      return {from, to: Number((from + toNumber(width)).toPrecision(12)), share: toNumber(seconds) / total};
    })
    .filter(({from}) => !Number.isNaN(from))
    .sort((a, b) => a.from - b.from);
  return {bins, below: tail("below"), above: tail("above")};
}

import type * as Plot from "@observablehq/plot";
import {formatPercent, formatTick} from "../format/format.js";
import {loadPlot, type PlotLibrary, plot} from "../ui/elements/plot.js";
import {color} from "../ui/elements/theme.js";
import {type SmallChart, smallChart} from "./small.js";

/** Values from `from` to below `to`, and their share of the whole. */
export interface Bin {
  from: number;
  to: number;
  share: number;
}

/** Bins, ascending, and the shares of the whole below the first and above the last. */
export interface Distribution {
  bins: Bin[];
  below: number;
  above: number;
}

/** A histogram: its bins, its texts and its marked values. */
export interface BinChart extends Distribution, Pick<SmallChart, "title" | "header" | "width" | "source" | "period"> {
  height?: number | undefined;
  empty: string | null;
  /** The colour of the bars; by default the colour of prices. */
  fill?: string;
  axis: string;
  /** What the shares are shares of: `the time`. */
  whole: string;
  write: (value: number) => string;
  /** Writes a value without its unit, for the first of two; default `write`. */
  short?: (value: number) => string;
  axisOf?: (ends: readonly [number, number], count: number) => {ticks: number[]; text: (value: number) => string};
  /** Marked values, with their name in the picture and in the summary. Those outside the bins are not drawn. */
  marks: readonly {name: string; words: string; value: number}[];
}

/** A histogram in a figure that fills its container: a bar per bin, marked values, and a text for what lies outside. */
export function binChart(chart: BinChart): HTMLElement {
  const {title, header, width, source, period, height = 236, empty, bins, marks, write} = chart;
  const summary = [...marks.map(({words, value}) => `${words} ${write(value)}`), ...tailsOf(chart)].join(", ");
  return smallChart({
    ...{title, header, height, width, source, period, ready: loadPlot},
    summary: empty ?? `${summary}.`,
    draw: (wide) => plot({width: wide, height}, empty ?? ((Plot) => layers(Plot, chart, wide))),
    part: empty === null ? "bar" : undefined,
    rows: bins.map(({from, to, share}) => [from, to, share])
  });
}

function layers(Plot: PlotLibrary, chart: BinChart, width: number): Plot.PlotOptions {
  const {bins, axis, whole, marks, write, short = write, axisOf, fill = color.price} = chart;
  const tails = tailsOf(chart);
  const [first, last] = edgesOf(chart);
  const seen = marks.filter(({value}) => value >= first && value <= last);
  const ends = axisOf?.([first, last], Math.max(1, width / 120));
  return {
    ...{marginTop: 54, marginRight: 20, marginBottom: 36 + 14 * tails.length, marginLeft: 48},
    x: {
      ...{label: axis, labelArrow: "none", labelAnchor: "left", labelOffset: 33, ticks: width / 120, tickSize: 3},
      ...(ends && {ticks: ends.ticks.filter((tick) => tick >= first && tick <= last), tickFormat: ends.text})
    },
    y: {axis: null},
    marks: [
      Plot.gridY({ticks: 4, stroke: color.line, strokeOpacity: 1}),
      Plot.axisY({ticks: 4, tickFormat: percent(bins), tickSize: 0, label: null}),
      Plot.text([`of ${whole}`], {frameAnchor: "top-left", dx: -44, dy: -18, fill: color.ink3}),
      Plot.rectY(bins, {
        ...{x1: "from", x2: "to", y: "share", fill, fillOpacity: 0.75, inset: 0.5},
        title: ({from, to, share}: Bin) => `${short(from)} to ${write(to)}: ${formatPercent(share)} of ${whole}`
      }),
      Plot.ruleY([0], {stroke: color.ink3}),
      ...tails.map((tail, i) =>
        Plot.text([tail], {frameAnchor: "bottom-left", dx: -48, dy: 48 + 14 * i, fill: color.ink2})
      ),
      ...seen.flatMap(({name, value}) => {
        const dy = -41 + 15 * marks.findIndex((mark) => mark.name === name);
        return markOf(Plot, `${name} ${write(value)}`, {value, dy, before: value > (first + last) / 2});
      })
    ]
  };
}

function edgesOf({bins}: Distribution): [number, number] {
  return [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0];
}

/** Texts for the shares below and above the bins. */
export function tailsOf({whole, write, ...found}: Distribution & Pick<BinChart, "whole" | "write">): string[] {
  const [first, last] = edgesOf(found);
  return [
    found.below > 0 ? `${formatPercent(found.below)} of ${whole} below ${write(first)}, not shown` : "",
    found.above > 0 ? `${formatPercent(found.above)} of ${whole} above ${write(last)}, not shown` : ""
  ].filter(Boolean);
}

// A text is legible over the line of another mark.
const halo = {stroke: color.background, strokeWidth: 4};

function markOf(Plot: PlotLibrary, text: string, mark: {value: number; dy: number; before: boolean}): Plot.Markish[] {
  const {value, dy, before} = mark;
  const place = before ? ({dx: -4, textAnchor: "end"} as const) : ({dx: 4, textAnchor: "start"} as const);
  return [
    Plot.ruleX([value], {stroke: color.ink, strokeDasharray: "3 2", insetTop: dy - 6}),
    Plot.text([text], {x: [value], text: [text], frameAnchor: "top", dy, fill: color.ink, ...halo, ...place})
  ];
}

function percent(bins: readonly Bin[]): (share: number) => string {
  const highest = Math.max(...bins.map(({share}) => share));
  const step = highest > 0.04 ? 1 : highest > 0.004 ? 0.1 : 0.01;
  return (share) => `${formatTick(100 * share, step)} %`;
}

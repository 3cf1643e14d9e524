import type * as Plot from "@observablehq/plot";
import {ticks} from "d3-array";
import type {HeatOptions} from "../../charts/heat/heat-chart.js";
import {withWhole} from "../../charts/shell.js";
import {smallChart} from "../../charts/small.js";
import {type Figures, formatBps, formatExact, formatPercent, type Quantity, toNumber} from "../../format/format.js";
import {feedColor} from "../../ui/elements/looks.js";
import {short} from "../../ui/elements/names.js";
import {loadPlot, type PlotLibrary, plot} from "../../ui/elements/plot.js";
import {color} from "../../ui/elements/theme.js";

interface ConfidenceOptions extends HeatOptions {
  symbol: string;
  /** The share of the time (0 to 1) in which the spread was wider than the confidence. */
  widerShare?: Quantity;
  /** The number of updates with bid and ask, which explains an empty picture. */
  updates?: Quantity;
}

interface Bin {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
  share: number;
}

/** A sentence: the share of the time in which the spread was wider than the confidence. */
export function widerNote({widerShare}: Pick<ConfidenceOptions, "widerShare"> = {}): string {
  if (Number.isNaN(toNumber(widerShare))) return "It is unknown how often the spread was wider than the confidence.";
  return `The spread was wider than the confidence for ${formatPercent(widerShare)} of the time in which both were known.`;
}

/** Rows of `spread_confidence` as bins on logarithmic axes: more time, stronger colour. On the line both are equal. */
export function confidenceChart(rows: Iterable<Figures>, options: ConfidenceOptions): HTMLElement {
  const {symbol, widerShare, updates, width, source, period} = options;
  const bins = binsOf(rows);
  const none =
    toNumber(updates) > 0 ? "no spreads with a confidence in this range" : "no books in open hours in this range";
  const one = "one spread and one confidence all the time"; // a cell would fill the picture
  const empty = bins.length === 0 ? none : bins.length === 1 ? one : null;
  const title = `${short(symbol)} spread against confidence`;
  const height = empty === null ? 300 : 80;
  const figure = smallChart({
    ...{title, height, width, source, period},
    summary: empty ?? widerNote({widerShare}),
    draw: (wide) =>
      plot({width: wide, height}, empty ?? ((Plot) => layers(Plot, bins, {wide, fill: feedColor(symbol)}))),
    ready: loadPlot,
    part: empty === null ? "cell" : undefined,
    header: ["fromConfidenceBps", "toConfidenceBps", "fromSpreadBps", "toSpreadBps", "shareOfTime"],
    rows: bins.map(({x1, x2, y1, y2, share}) => [x1, x2, y1, y2, share])
  });
  return withWhole(figure, symbol);
}

function binsOf(rows: Iterable<Figures>): Bin[] {
  const known = Array.from(rows, ({fromConfidence, toConfidence, fromSpread, toSpread, seconds}) => {
    const [x1, x2, y1, y2] = [fromConfidence, toConfidence, fromSpread, toSpread].map(toNumber);
    return {x1: x1 ?? NaN, x2: x2 ?? NaN, y1: y1 ?? NaN, y2: y2 ?? NaN, share: toNumber(seconds)};
  }).filter(({x1, x2, y1, y2, share}) => x1 > 0 && x2 > x1 && y1 > 0 && y2 > y1 && share > 0);
  const total = known.reduce((sum, {share}) => sum + share, 0);
  return known.map((bin) => ({...bin, share: bin.share / total}));
}

function layers(Plot: PlotLibrary, bins: Bin[], {wide, fill}: {wide: number; fill: string}): Plot.PlotOptions {
  const x = [Math.min(...bins.map(({x1}) => x1)), Math.max(...bins.map(({x2}) => x2))] as const;
  const y = [Math.min(...bins.map(({y1}) => y1)), Math.max(...bins.map(({y2}) => y2))] as const;
  const most = Math.max(...bins.map(({share}) => share));
  const [low, high] = [Math.max(x[0], y[0]), Math.min(x[1], y[1])];
  const isSeen = Math.log(high / low) > Math.log(y[1] / y[0]) / 4; // otherwise the line would be only a corner
  const alike = isSeen ? [low, high].map((bps) => ({x: bps, y: bps})) : [];
  const bps = (value: number): string => formatExact(Number(value.toPrecision(3))); // 1, not 1.00
  return {
    ...{marginTop: 36, marginRight: 20, marginBottom: 40, marginLeft: 52},
    x: {
      type: "log",
      domain: [...x],
      label: "confidence, bps",
      labelArrow: "none",
      // A logarithmic scale has all ticks of a decade, even if they overlap.
      ticks: x[1] < 10 * x[0] ? ticks(...x, Math.min(5, wide / 100)) : 5,
      tickFormat: bps,
      tickSize: 3
    },
    y: {type: "log", domain: [...y], axis: null},
    marks: [
      Plot.gridY({ticks: 5, stroke: color.line, strokeOpacity: 1}),
      Plot.axisY({ticks: 5, tickFormat: bps, tickSize: 0, label: null}),
      Plot.text(["spread, bps"], {frameAnchor: "top-left", dx: -48, dy: -24, fill: color.ink3}),
      Plot.rect(bins, {
        ...{x1: "x1", x2: "x2", y1: "y1", y2: "y2", fill},
        fillOpacity: ({share}: Bin) => 0.12 + 0.88 * Math.sqrt(share / most),
        title: describe
      }),
      Plot.line(alike, {x: "x", y: "y", stroke: color.ink, strokeDasharray: "3 2"}),
      Plot.text(alike.slice(1), {
        x: "x",
        y: "y",
        text: () => "spread = confidence",
        textAnchor: "end",
        dx: -8,
        dy: -8,
        fill: color.ink2
      })
    ]
  };
}

function describe({x1, x2, y1, y2, share}: Bin): string {
  const span = (from: number, to: number): string => `${formatBps(from, {unit: false})} to ${formatBps(to)}`;
  return `confidence ${span(x1, x2)}, spread ${span(y1, y2)}: ${formatPercent(share)} of the time`;
}

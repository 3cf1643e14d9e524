import type * as Plot from "@observablehq/plot";
import {scaleUtc} from "d3-scale";
import type {HeatOptions} from "../../charts/heat/heat-chart.js";
import {smallChart} from "../../charts/small.js";
import {timeTicks} from "../../charts/ticks.js";
import type {Row} from "../../duckdb/values/rows.js";
import {formatAge, formatCount, formatUtc, type Instant, toMs, toNumber} from "../../format/format.js";
import {loadPlot, type PlotLibrary, plot} from "../../ui/elements/plot.js";
import {category, color} from "../../ui/elements/theme.js";

/** A row of `latency_1h`. */
interface LatencyRow extends Row {
  endpoint: string;
  startedAt: Instant;
}

interface Hour {
  endpoint: string;
  from: Date;
  until: Date;
  answers: number;
  p50: number;
  p95: number;
}

const hour = 3_600_000;
const formatMs = (ms: number): string => formatAge(ms / 1000);
const leastHours = 12; // the shortest axis, so that a single bar does not fill the chart

/** The response time by hour: a bar from the median to the 95th percentile, in the colour of its endpoint. */
export function latencyChart(rows: Iterable<LatencyRow>, {width, source, period}: HeatOptions = {}): HTMLElement {
  const hours = Array.from(rows, (row) => {
    const from = toMs(row.startedAt);
    const [answers, p50, p95] = [toNumber(row.answers), toNumber(row.p50Ms), toNumber(row.p95Ms)];
    return {endpoint: row.endpoint, from: new Date(from), until: new Date(from + hour), answers, p50, p95};
  }).filter(({from, p50, p95}) => !Number.isNaN(from.getTime()) && p50 >= 0 && p95 >= 0);
  const endpoints = [...new Set(hours.map(({endpoint}) => endpoint))];
  const empty = hours.length === 0 ? "no responses were timed" : null;
  const height = empty === null ? 220 : 80;
  const latest = endpoints.map((endpoint) => hours.findLast((one) => one.endpoint === endpoint));
  const texts = latest.flatMap((one) =>
    one === undefined ? [] : [`${one.endpoint}: half within ${formatMs(one.p50)}, 95 % within ${formatMs(one.p95)}`]
  );
  return smallChart({
    ...{title: "Response time by hour", height, width, source, period},
    summary: empty ?? `In the last hour of ${texts.join("; of ")}.`,
    draw: (wide) => plot({width: wide, height}, empty ?? ((Plot) => layers(Plot, hours, {endpoints, wide}))),
    ready: loadPlot,
    part: "bar",
    header: ["endpoint", "startedAt", "answers", "p50Ms", "p95Ms"],
    rows: hours.map(({endpoint, from, answers, p50, p95}) => [endpoint, from.toISOString(), answers, p50, p95])
  });
}

function layers(
  Plot: PlotLibrary,
  hours: Hour[],
  {endpoints, wide}: {endpoints: string[]; wide: number}
): Plot.PlotOptions {
  const first = Math.min(...hours.map(({from}) => Number(from)));
  const last = Math.max(...hours.map(({until}) => Number(until)));
  const domain = [Math.min(first, last - leastHours * hour), last];
  const ticks = timeTicks(scaleUtc(domain, [52, wide - 20]));
  const fill = ({endpoint}: Hour): string => category(endpoints.indexOf(endpoint));
  return {
    ...{marginTop: 30, marginRight: 20, marginBottom: 38, marginLeft: 52},
    x: {
      ...{type: "utc", domain, label: null, tickSize: 3},
      ticks: ticks.map(({time}) => new Date(time)),
      tickFormat: (_: Date, i: number) =>
        ticks[i]?.context ? `${ticks[i].label}\n${ticks[i].context} UTC` : (ticks[i]?.label ?? "")
    },
    y: {axis: null, domain: [0, Math.max(1, ...hours.map(({p95}) => p95))]},
    marks: [
      Plot.gridY({ticks: 4, stroke: color.line, strokeOpacity: 1}),
      Plot.axisY({ticks: 4, tickFormat: formatMs, tickSize: 0, label: null}),
      Plot.rectY(hours, {
        x1: "from",
        x2: "until",
        y1: "p50",
        y2: "p95",
        fill,
        fillOpacity: 0.4,
        inset: 0.5,
        title: describe
      }),
      Plot.ruleY(hours, {x1: "from", x2: "until", y: "p50", stroke: fill, strokeWidth: 2}),
      Plot.ruleY([0], {stroke: color.ink3}),
      ...endpoints.map((endpoint, i) =>
        Plot.text([endpoint], {frameAnchor: "top-left", dx: 110 * i, dy: -22, fill: category(i), fontWeight: 600})
      )
    ]
  };
}

function describe({endpoint, from, answers, p50, p95}: Hour): string {
  return `${endpoint}, ${formatUtc(from, "minute")}: half within ${formatMs(p50)}, 95 % within ${formatMs(p95)}, ${formatCount(answers)} responses`;
}

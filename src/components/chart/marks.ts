import {area, curveStepAfter, line} from "d3-shape";
import {svg} from "../dom.js";
import type {Frame} from "./frame.js";
import {holdsUntil, inside, type Run, type Track} from "./runs.js";

type Point = readonly [x: number, low: number, high: number];

/** Draws one series of a frame, broken where it has gaps. A lone point between gaps shows as a dot. */
export function mark(track: Track, frame: Frame): SVGElement {
  const runs = visibleRuns(track, frame).map((run) => points(track, run, frame));
  if (track.shape === "band") return band(track, runs);
  if (track.shape === "dots") return dots(track, runs);
  return stroke(track, runs);
}

/** The sign of a series in a legend, 16 × 10 px. */
export function swatch({shape, color, dash, opacity, size}: Track): SVGElement {
  if (shape === "band") return svg("rect", {width: 16, height: 10, fill: color, "fill-opacity": opacity ?? 0.3});
  if (shape === "dots") return svg("circle", {cx: 8, cy: 5, r: size ?? 3, fill: color});
  const width = Math.max(2, size ?? 2);
  return svg("line", {x2: 16, y1: 5, y2: 5, stroke: color, "stroke-width": width, "stroke-dasharray": dash});
}

function stroke(track: Track, runs: Point[][]): SVGElement {
  const path = line<Point>(
    ([x]) => x,
    ([, y]) => y
  ).digits(2);
  if (track.shape === "step") path.curve(curveStepAfter);
  return svg("path", {
    d: runs.map((run) => path(run) ?? "").join(""),
    fill: "none",
    stroke: track.color,
    "stroke-width": track.size ?? 1.5,
    "stroke-linejoin": "round",
    "stroke-linecap": track.dash ? "butt" : "round",
    "stroke-dasharray": track.dash
  });
}

function band(track: Track, runs: Point[][]): SVGElement {
  const path = area<Point>(
    ([x]) => x,
    ([, low]) => low,
    ([, , high]) => high
  ).digits(2);
  const opacity = track.opacity ?? 0.18;
  return svg("path", {
    d: runs.map((run) => path(run) ?? "").join(""),
    fill: track.color,
    "fill-opacity": opacity,
    // Without an outline a band thinner than a pixel, or of one point, would vanish.
    stroke: track.color,
    "stroke-opacity": opacity * 1.5,
    "stroke-width": 1
  });
}

function dots(track: Track, runs: Point[][]): SVGElement {
  const circles = runs.flat().map(([cx, cy]) => svg("circle", {cx, cy, r: track.size ?? 3}));
  return svg("g", {fill: track.color}, ...circles);
}

function points(track: Track, [start, end]: Run, {x, y, range}: Frame): Point[] {
  const run: Point[] = [];
  for (let index = start; index < end; index++) {
    const low = track.values[index] ?? NaN;
    run.push([x(track.times[index] ?? NaN), y(low), y(track.upper?.[index] ?? low)]);
  }
  const last = run.at(-1);
  if (track.shape !== "step" || last === undefined) return run;
  const until = Math.min(holdsUntil(track.times, end - 1), track.times[end] ?? Infinity, range[1]);
  return [...run, [Math.max(last[0], x(until)), last[1], last[2]]];
}

// One more point on either side, so that lines reach the edges.
function visibleRuns(track: Track, {range}: Frame): Run[] {
  const [start, end] = inside(track, range);
  return track.runs
    .map(([first, last]): Run => [Math.max(first, start - 1), Math.min(last, end + 1)])
    .filter(([first, last]) => first < last);
}

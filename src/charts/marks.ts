import {area, line} from "d3-shape";
import {svg} from "../ui/elements/dom.js";
import type {Look} from "../ui/elements/looks.js";
import {color} from "../ui/elements/theme.js";
import {noteMarks} from "./annotate.js";
import type {Frame} from "./frame.js";
import {holdsUntil, inside, isStepped, type Run, runsWithin, type Track, thinned} from "./runs.js";
import {tradingMiddle} from "./trading-time.js";

type Point = readonly [x: number, low: number, high: number];

/** Draws one series of a frame, broken where it has gaps. A lone point between gaps shows as a dot. */
export function mark(track: Track, frame: Frame): SVGElement {
  if (track.shape === "candles") return keyed(candles(track, frame), track);
  if (track.shape === "notes") return keyed(noteMarks(track, frame), track);
  const runs = visibleRuns(track, frame).map((run) => points(track, run, frame));
  if (track.shape === "dots") return keyed(dots(track, runs), track);
  const few = runs.map((run) => thinned(run, (point) => point));
  return keyed((track.shape === "band" ? band : stroke)(track, few), track);
}

function keyed(drawn: SVGElement, {key}: Track): SVGElement {
  drawn.setAttribute("data-key", key);
  return drawn;
}

/** The legend sign of a series, 16 × 10 px. */
export function swatch({shape, sign, color, dash, opacity, size}: Track): SVGElement {
  if (shape === "band") return svg("rect", {width: 16, height: 10, fill: color, "fill-opacity": opacity ?? 0.3});
  if (shape === "candles") return candleSign();
  if (shape === "notes") return svg("path", {d: "M4,1h8l-4,8z", fill: color});
  if (shape === "dots") return dot(sign, [8, 5], size ?? 3.5, color);
  return lineSign({color, ...(dash && {dash})}, size);
}

/** The legend sign of a line. */
export function lineSign({color, dash}: Look, size = 2): SVGElement {
  const place = {x2: 16, y1: 5, y2: 5};
  return svg("line", {...place, stroke: color, "stroke-width": Math.max(2, size), "stroke-dasharray": dash});
}

function stroke(track: Track, runs: Point[][]): SVGElement {
  const path = line<Point>().digits(2); // of the first two numbers of each point
  const lone = runs.flatMap(([first, ...more]) => (first && more.every((point) => isOn(first, point)) ? [first] : []));
  const ink = {stroke: track.color, "stroke-width": track.size ?? 1.5, "stroke-linejoin": "round"};
  const d = runs.map((run) => path(run) ?? "").join("");
  const drawn = svg("path", {d, fill: "none", ...ink, "stroke-dasharray": track.dash});
  return svg("g", {}, drawn, ...lone.map(([x, y]) => dot("disc", [x, y], 2, track.color)));
}

// Whether the line between two points is too short to be seen: a step of no length, or one at the edge of the view.
function isOn([x, y]: Point, [toX, toY]: Point): boolean {
  return toX - x < 1 && toY === y;
}

function band(track: Track, runs: Point[][]): SVGElement {
  const path = area<Point>(
    ([x]) => x,
    ([, low]) => low,
    ([, , high]) => high
  ).digits(2);
  const opacity = track.opacity ?? 0.18;
  const d = runs.map((run) => path(run) ?? "").join("");
  // Without an outline a band thinner than a pixel, or of one point, would vanish.
  const outline = {stroke: track.color, "stroke-opacity": opacity * 1.5, "stroke-width": track.stepped ? 0 : 1};
  return svg("path", {d, fill: track.color, "fill-opacity": opacity, ...outline});
}

function dots(track: Track, runs: Point[][]): SVGElement {
  return svg("g", {}, ...runs.flat().map(([x, y]) => dot(track.sign, [x, y], track.size ?? 3.5, track.color)));
}

function dot(sign: Track["sign"], [cx, cy]: [number, number], r: number, color: string): SVGElement {
  if (sign === "ring") return svg("circle", {cx, cy, r: r - 0.5, fill: "none", stroke: color, "stroke-width": 1.5});
  if (sign !== "cross") return svg("circle", {cx, cy, r, fill: color});
  const arm = svg("path", {d: `M${-r},${-r}L${r},${r}M${-r},${r}L${r},${-r}`, stroke: color, "stroke-width": 1.75});
  arm.setAttribute("transform", `translate(${cx.toFixed(2)},${cy.toFixed(2)})`);
  return arm;
}

const beyond = 4; // px outside the plot, where the outline of a band that is cut off is not seen

function points(track: Track, [start, end]: Run, frame: Frame): Point[] {
  const {x, y, range} = frame;
  const run: Point[] = [];
  for (let index = start; index < end; index++) {
    const low = track.values[index] ?? NaN;
    const [lower, upper] = track.shape === "band" ? edges(track, index, frame) : [y(low), y(low)];
    if (!Number.isFinite(lower + upper)) continue; // cannot be drawn, such as zero on a log scale
    const [at, last] = [x(track.times[index] ?? NaN), run.at(-1)];
    if (last !== undefined && isStepped(track)) run.push([at, last[1], last[2]]);
    run.push([at, lower, upper]);
  }
  const last = run.at(-1);
  if (!isStepped(track) || last === undefined) return run;
  const until = Math.min(holdsUntil(track.times, end - 1, track.stepMs), track.times[end] ?? Infinity, range[1]);
  return [...run, [Math.max(last[0], x(until)), last[1], last[2]]];
}

// The edges of a band, cut off a little outside the plot. A log scale has no place for zero: it is below.
function edges({values, upper}: Track, index: number, {y, top, bottom}: Frame): [number, number] {
  const place = (value: number): number => {
    const px = value > 0 || y(0) < Infinity ? y(value) : bottom + beyond;
    return Math.max(top - beyond, Math.min(bottom + beyond, px));
  };
  return [place(values[index] ?? NaN), place(upper?.[index] ?? NaN)];
}

// The runs in view, with one more point on either side, so that lines reach the edges.
function visibleRuns(track: Track, {range}: Frame): Run[] {
  const [start, end] = inside(track, range);
  const wider: Run = [Math.max(0, start - 1), end + 1];
  return runsWithin(track, wider).map(([first, last]) => [Math.max(first, wider[0]), Math.min(last, wider[1])]);
}

const share = 0.7; // of a step; the rest is the space between two candles
const widest = 20;

// Rising candles are hollow and falling ones filled, so that colour is not the only sign.
function candles(track: Track, {x, y, range, trading}: Frame): SVGGElement {
  const {times, values, open, lower, upper, stepMs = 0} = track;
  const room = x(trading.instant(trading.at(range[0]) + stepMs)) - x(range[0]);
  const width = Math.max(1, Math.min(widest, share * room));
  const all: SVGElement[] = [];
  const [start, end] = inside(track, range);
  for (let index = start; index < end; index++) {
    const [first, last] = [open?.[index] ?? NaN, values[index] ?? NaN];
    const [low, high] = [lower?.[index] ?? NaN, upper?.[index] ?? NaN];
    if (Number.isNaN(first + last + low + high)) continue;
    const time = times[index] ?? NaN;
    const middle = x(tradingMiddle(trading, time, stepMs));
    all.push(candle(middle, width, [y(first), y(last), y(low), y(high)]));
  }
  return svg("g", {}, ...all);
}

function candleSign(): SVGElement {
  const rect = (x: number, stroke: string, fill = stroke): SVGElement =>
    svg("rect", {x, y: 2, width: 4, height: 6, fill, stroke});
  return svg("g", {}, rect(2, color.positive, color.background), rect(10, color.negative));
}

// A candle in px: the y of its first, last, lowest and highest price.
function candle(middle: number, width: number, [first, last, low, high]: readonly [number, number, number, number]) {
  const isRising = last <= first; // in px, from above
  const stroke = isRising ? color.positive : color.negative;
  const [top, height] = [Math.min(first, last), Math.max(1, Math.abs(first - last))];
  const isWide = width > 3;
  const d = [`M${middle.toFixed(2)},${high.toFixed(2)}V${top.toFixed(2)}`, `m0,${height.toFixed(2)}V${low.toFixed(2)}`];
  const body = {x: middle - width / 2, y: top, width, height, stroke};
  const ink = isWide && isRising ? {fill: color.background, "stroke-width": 1.5} : {fill: stroke};
  const pale = isWide && !isRising ? {"fill-opacity": 0.55} : {};
  return svg("g", {}, svg("path", {d: d.join(""), stroke}), svg("rect", {...body, ...ink, ...pale}));
}

import {extent} from "d3-array";
import {byTime} from "../duckdb/values/rows.js";
import {html, onPointer, set, svg} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import {settle, show, zoomTo} from "./control.js";
import {moved, type Range} from "./model.js";
import type {Chart, Strip} from "./paint.js";
import {type Run, type Track, track} from "./runs.js";
import {joined, rangeOf, type View} from "./view.js";

const height = 40;
const inset = 4; // same as the plot's
const grip = 24;
const shortestDrag = 5; // px

type Part = "start" | "whole" | "end";
type Parts = Record<Part, HTMLElement>;

/**
 * The strip of a chart: its whole range, with a brush on the time shown, for pointers: keys zoom the chart itself. Null without
 * `overview` or any time.
 */
export function stripOf(chart: Chart): Strip | null {
  const {view} = chart;
  let whole = view.full; // and the range shown, where that reaches beyond it
  if (!view.options.overview || !(whole[1] > whole[0])) return null;
  const outline = outlineOf(view);
  const [first] = view.tracks;
  const tint = first === undefined || first.shape === "candles" ? color.price : first.color;
  const line = {stroke: tint, "stroke-width": 1, "stroke-linejoin": "round", "stroke-linecap": "round"};
  const ink = {fill: tint, "fill-opacity": 0.35, ...line};
  const picture = svg("svg", {height});
  const part = (name: Part): HTMLElement => html("div", {class: `fb-brush fb-brush-${name}`});
  const parts = {start: part("start"), whole: part("whole"), end: part("end")};
  const {start, whole: middle, end} = parts;
  const element = html("div", {class: "fb-strip", "aria-hidden": "true"}, picture, middle, start, end);
  element.style.height = `${height}px`;
  let width = 0;
  const place = (time: number): number => inset + ((time - whole[0]) / (whole[1] - whole[0])) * (width - 2 * inset);
  listenToDrags(chart, element, parts, {
    timeAt: (x) => whole[0] + ((x - inset) / (width - 2 * inset)) * (whole[1] - whole[0]),
    whole: () => whole
  });
  element.addEventListener("dblclick", () => zoomTo(chart, null));
  return {
    element,
    show(range, right) {
      const next = joined(view.full, range);
      if (right !== width || next.join() !== whole.join()) {
        [width, whole] = [right, next];
        element.style.width = `${width}px`;
        const box = {left: inset, right: width - inset, top: 5, bottom: height - 5};
        set(picture, {width, viewBox: `0 0 ${width} ${height}`});
        picture.replaceChildren(
          svg("path", {d: outline === undefined ? "" : outlinePath(outline, whole, box), ...ink})
        );
      }
      const [from, to] = [Math.max(inset, place(range[0])), Math.min(width - inset, place(range[1]))];
      const [startLeft, endLeft] = [Math.max(0, from - grip + inset), Math.min(width - grip, to - inset)];
      put(middle, from, Math.max(1, to - from));
      put(start, startLeft, grip);
      put(end, endLeft, grip);
      start.style.setProperty("--fb-edge", `${from - startLeft}px`);
      end.style.setProperty("--fb-edge", `${to - endLeft}px`);
    }
  };
}

// The ends of the brush resize it, its middle moves it. Outside it, a drag makes a new brush and a click centres it.
function listenToDrags(
  chart: Chart,
  element: HTMLElement,
  parts: Parts,
  {timeAt, whole}: {timeAt: (x: number) => number; whole: () => Range}
): void {
  const {view} = chart;
  let drag: ((time: number) => Range) | null = null;
  let [from, isFar, isNew] = [NaN, false, false];
  onPointer(element, "pointerdown", (event, x) => {
    if (event.button !== 0 || drag !== null) return;
    [from, isFar] = [x, false];
    const part = (["start", "whole", "end"] as const).find((name) => parts[name] === event.target);
    isNew = part === undefined || (part === "whole" && view.range === null);
    drag = dragOf(rangeOf(view), whole(), isNew ? undefined : part, timeAt(x));
    element.setPointerCapture?.(event.pointerId);
  });
  onPointer(element, "pointermove", (_, x) => {
    isFar ||= Math.abs(x - from) >= shortestDrag;
    if (drag !== null && isFar) show(chart, drag(timeAt(x)));
  });
  onPointer(element, "pointerup", (_, x) => {
    if (drag === null) return;
    const [start, end] = rangeOf(view);
    if (!isFar && isNew && view.range !== null)
      show(chart, moved([start, end], timeAt(x) - (start + end) / 2, whole()));
    drag = null;
    settle(chart);
  });
  onPointer(element, "pointercancel", () => {
    if (drag !== null) settle(chart);
    drag = null;
  });
}

function dragOf([from, to]: Range, full: Range, part: Part | undefined, at: number): (time: number) => Range {
  if (part === "whole") return (time) => moved([from, to], time - at, full);
  if (part === "start") return (time) => resized(from + time - at, to, "start", full);
  if (part === "end") return (time) => resized(from, to + time - at, "end", full);
  return (time) => resized(Math.min(at, time), Math.max(at, time), at < time ? "end" : "start", full);
}

// A range with one end moved, within the whole and at least a thousandth of it; the other end stays.
function resized(from: number, to: number, part: "start" | "end", full: Range): Range {
  const start = part === "start" ? Math.min(to - leastOf(full), from) : from;
  const end = part === "end" ? Math.max(from + leastOf(full), to) : to;
  return [Math.round(Math.max(full[0], start)), Math.round(Math.min(full[1], end))];
}

function leastOf([from, to]: Range): number {
  return (to - from) / 1000;
}

function put({style}: HTMLElement, left: number, width: number): void {
  style.transform = `translateX(${left.toFixed(1)}px)`; // needs no new layout
  style.width = `${Math.max(0, width).toFixed(1)}px`;
}

// The `overview` rows, or else the first series. A zoomed view may have only part of that series, so its strip keeps the
// outline of the last whole range.
function outlineOf({options, handover, allTracks, range, full}: View): Track | undefined {
  const {times, values: column} = byTime(options.overview ?? []);
  if (times.length > 0) {
    const [values, upper] = [column("low"), column("high")];
    return track({key: "", columns: [null], label: "", shape: "band", color: "", times, values, upper});
  }
  const [own] = allTracks;
  if (range !== null) return handover.outline?.full === full.join() ? handover.outline.track : own;
  if (own !== undefined) handover.outline = {full: full.join(), track: own};
  return own;
}

/** An outline as an SVG path in a box: per pixel column from the lowest to the highest value, broken at gaps. */
export function outlinePath(outline: Track, range: Range, box: Box): string {
  const runs = outline.runs.map((run) => columnsOf(outline, run, range, box)).filter(({length}) => length > 0);
  const [least = 0] = extent(runs.flat(), ([, down]) => down);
  const [, most = 0] = extent(runs.flat(), ([, , up]) => up);
  const room = most - least || 1;
  const y = (value: number): string => (box.bottom - ((value - least) / room) * (box.bottom - box.top)).toFixed(1);
  const paths = runs.map((columns) => {
    const over = columns.map(([x, , up]) => `${x},${y(up)}`);
    const under = columns.reverse().map(([x, down]) => `${x},${y(down)}`);
    return `M${[...over, ...under].join("L")}Z`;
  });
  return paths.join("");
}

/** A pixel column: its x, and its lowest and highest value. */
type Column = [x: number, down: number, up: number];

function columnsOf({times, values, upper}: Track, [start, end]: Run, [from, to]: Range, box: Box): Column[] {
  const columns: Column[] = [];
  for (let index = start; index < end; index++) {
    const x = Math.round(box.left + (((times[index] ?? NaN) - from) / (to - from)) * (box.right - box.left));
    if (!(x >= box.left && x <= box.right)) continue;
    const down = values[index] ?? NaN;
    const up = upper?.[index] ?? down;
    const last = columns.at(-1);
    if (last?.[0] === x) columns[columns.length - 1] = [x, Math.min(last[1], down), Math.max(last[2], up)];
    else columns.push([x, down, up]);
  }
  return columns;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

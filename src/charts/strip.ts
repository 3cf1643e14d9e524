import {extent, range as indexes} from "d3-array";
import {scaleLinear} from "d3-scale";
import {area} from "d3-shape";
import {byTime} from "../duckdb/values/rows.js";
import {html, onPointer, set, svg} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import {settle, show, zoomTo} from "./control.js";
import {moved, type Range} from "./model.js";
import type {Chart, Strip} from "./paint.js";
import {type Track, thinned, track} from "./runs.js";
import {joined, rangeOf, type View} from "./view.js";

const height = 40;
const inset = 4; // same as the plot's
const grip = 24;
const shortestDrag = 5; // px

type ScaleLinear = ReturnType<typeof scaleLinear<number, number>>;
type Part = "start" | "whole" | "end";
type Parts = Record<Part, HTMLElement>;

/** The strip of a chart: its whole range, with a brush on the time shown; null without `overview` or any time. */
export function stripOf(chart: Chart): Strip | null {
  const {view} = chart;
  if (!view.options.overview || !(view.full[1] > view.full[0])) return null;
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
  let x = scaleLinear(view.full, [inset, inset]); // of the range shown, too, where that reaches beyond it
  listenToDrags(chart, element, parts, () => x);
  element.addEventListener("dblclick", () => zoomTo(chart, null));
  return {
    element,
    show(range, width) {
      const next = scaleLinear(joined(view.full, range), [inset, width - inset]);
      if (String([...next.domain(), ...next.range()]) !== String([...x.domain(), ...x.range()])) {
        x = next;
        element.style.width = `${width}px`;
        set(picture, {width, viewBox: `0 0 ${width} ${height}`});
        picture.replaceChildren(svg("path", {d: outline === undefined ? "" : outlinePath(outline, x), ...ink}));
      }
      const [from, to] = [Math.max(inset, x(range[0])), Math.min(width - inset, x(range[1]))];
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
function listenToDrags(chart: Chart, element: HTMLElement, parts: Parts, scale: () => ScaleLinear): void {
  const {view} = chart;
  const timeAt = (x: number): number => scale().invert(x);
  const whole = (): Range => scale().domain() as [number, number];
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

// The `overview` rows, else the first series, of which a zoomed view may have a part: it keeps the last whole outline.
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

// An outline as an SVG path, broken at gaps. The rows may reach beyond the range.
function outlinePath({runs, times, values, upper = values}: Track, x: ScaleLinear): string {
  const [from = NaN, to = NaN] = x.domain();
  const isShown = (index: number): boolean => (times[index] ?? NaN) >= from && (times[index] ?? NaN) <= to;
  const shown = runs.map(([start, end]) => indexes(start, end).filter(isShown));
  const [low = 0, high = 0] = extent(shown.flat().flatMap((index) => [values[index] ?? NaN, upper[index] ?? NaN]));
  const y = scaleLinear([low, high === low ? low + 1 : high], [height - 5, 5]);
  const path = area<number>(
    (index) => x(times[index] ?? NaN),
    (index) => y(values[index] ?? NaN),
    (index) => y(upper[index] ?? NaN)
  ).digits(1);
  const place = (index: number) => [x(times[index] ?? NaN), values[index] ?? NaN, upper[index] ?? NaN] as const;
  return shown.map((run) => path(thinned(run, place))).join("");
}

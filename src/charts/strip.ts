import {extent} from "d3-array";
import {toMs, toNumber} from "../format/format.js";
import {html, set, svg} from "../ui/elements/dom.js";
import {type BrushHandlers, listenToBrush} from "./brush.js";
import type {Outline, OverviewRow, Range} from "./model.js";
import {type Run, runsOf} from "./runs.js";
import type {View} from "./view.js";

/** The strip below a chart: its whole range, with a brush on the shown range. */
export interface Strip {
  element: HTMLElement;
  /** The parts that can have the focus: start, whole and end of the brush. */
  parts: HTMLElement[];
  /** Shows a time range in a strip `right` px wide. */
  show(range: Range, right: number): void;
}

/** Options of {@link strip}. */
export interface StripOptions extends BrushHandlers {
  title: string;
  full: Range;
  outline: Outline;
  color: string;
  formatTime: (time: number) => string;
}

const height = 40;
const inset = 4; // same as the plot's
const grip = 24;

/** Builds the strip of a chart. Pointer, touch and keys move and resize its brush. */
export function strip({title, full, outline, color: tint, formatTime, ...brushed}: StripOptions): Strip {
  const picture = svg("svg", {height, "aria-hidden": "true"});
  const before = html("div", {class: "fb-veil"});
  const after = html("div", {class: "fb-veil"});
  const part = (name: string, label: string): HTMLElement =>
    html("div", {class: `fb-brush fb-brush-${name}`, role: "slider", tabindex: 0, "aria-label": `${label} ${title}`});
  const [start, whole, end] = [
    part("start", "Start of the time shown of"),
    part("whole", "Time shown of"),
    part("end", "End of the time shown of")
  ];
  const element = html("div", {class: "fb-strip"}, picture, before, after, whole, start, end);
  element.style.height = `${height}px`;
  let [shown, width]: [Range, number] = [full, 0];
  const place = (time: number): number => inset + ((time - full[0]) / (full[1] - full[0])) * (width - 2 * inset);
  listenToBrush({element, start, whole, end}, brushed, {
    shown: () => shown,
    full,
    timeAt: (x) => full[0] + ((x - inset) / (width - 2 * inset)) * (full[1] - full[0])
  });
  return {
    element,
    parts: [start, whole, end],
    show(range, right) {
      if (right !== width) {
        width = right;
        element.style.width = `${width}px`;
        drawOutline(
          picture,
          outlinePath(outline, full, {left: inset, right: width - inset, top: 5, bottom: height - 5}),
          {width, tint}
        );
      }
      shown = range;
      const [from, to] = [Math.max(inset, place(range[0])), Math.min(width - inset, place(range[1]))];
      put(before, 0, from);
      put(after, to, width - to);
      put(whole, from, Math.max(1, to - from));
      put(start, Math.max(0, from - grip + inset), grip);
      put(end, Math.min(width - grip, to - inset), grip);
      start.style.setProperty("--fb-edge", `${from - Math.max(0, from - grip + inset)}px`);
      end.style.setProperty("--fb-edge", `${to - Math.min(width - grip, to - inset)}px`);
      describe(start, range[0], formatTime(range[0]));
      describe(end, range[1], formatTime(range[1]));
      describe(whole, (range[0] + range[1]) / 2, `${formatTime(range[0])} to ${formatTime(range[1])}`);
    }
  };

  function describe(slider: HTMLElement, time: number, text: string): void {
    const share = Math.round((1000 * (time - full[0])) / (full[1] - full[0]));
    set(slider, {
      "aria-valuemin": "0",
      "aria-valuemax": "1000",
      "aria-valuenow": String(Math.max(0, Math.min(1000, share))),
      "aria-valuetext": text
    });
  }
}

function drawOutline(picture: SVGSVGElement, d: string, {width, tint}: {width: number; tint: string}): void {
  const line = {fill: tint, "fill-opacity": 0.35, stroke: tint, "stroke-width": 1};
  set(picture, {width, viewBox: `0 0 ${width} ${height}`});
  picture.replaceChildren(svg("path", {d, ...line, "stroke-linejoin": "round", "stroke-linecap": "round"}));
}

function put({style}: HTMLElement, left: number, width: number): void {
  style.transform = `translateX(${left.toFixed(1)}px)`; // needs no new layout
  style.width = `${Math.max(0, width).toFixed(1)}px`;
}

/**
 * The outline that the strip of a view draws: the `overview` rows, or without any the first series. A zoomed view has
 * only part of that series: its strip keeps the outline of the last whole range.
 */
export function outlineOf({options, handover, allTracks, range, full}: View): Outline {
  const rows = [...(options.overview ?? [])];
  if (rows.length > 0) return fromRows(rows);
  const [first] = allTracks;
  const own = {
    times: first?.times ?? [],
    low: first?.values ?? [],
    high: first?.upper ?? first?.values ?? [],
    stepMs: first?.stepMs
  };
  if (range !== null) return handover.outline?.full === full.join() ? handover.outline.outline : own;
  handover.outline = {full: full.join(), outline: own};
  return own;
}

/** An outline as an SVG path in a box: per pixel column from the lowest to the highest value, broken at gaps. */
export function outlinePath(outline: Outline, range: Range, box: Box): string {
  const {times, low, high, stepMs} = outline;
  const runs = runsOf({times, values: low, upper: high, ...(stepMs !== undefined && {stepMs})}).map((run) =>
    columnsOf(outline, run, range, box)
  );
  const [least = 0] = extent(runs.flat(), ([, down]) => down);
  const [, most = 0] = extent(runs.flat(), ([, , up]) => up);
  const room = most - least || 1;
  const y = (value: number): string => (box.bottom - ((value - least) / room) * (box.bottom - box.top)).toFixed(1);
  return runs
    .filter((columns) => columns.length > 0)
    .map((columns) => {
      const over = columns.map(([x, , up]) => `${x},${y(up)}`);
      const under = columns.reverse().map(([x, down]) => `${x},${y(down)}`);
      return `M${[...over, ...under].join("L")}Z`;
    })
    .join("");
}

/** A pixel column: its x, and its lowest and highest value. */
type Column = [x: number, down: number, up: number];

function columnsOf({times, low, high}: Outline, [start, end]: Run, [from, to]: Range, box: Box): Column[] {
  const columns: Column[] = [];
  for (let index = start; index < end; index++) {
    const x = Math.round(box.left + (((times[index] ?? NaN) - from) / (to - from)) * (box.right - box.left));
    if (!(x >= box.left && x <= box.right)) continue;
    const [down, up] = [low[index] ?? NaN, high[index] ?? NaN];
    const last = columns.at(-1);
    if (last?.[0] === x) columns[columns.length - 1] = [x, Math.min(last[1], down), Math.max(last[2], up)];
    else columns.push([x, down, up]);
  }
  return columns;
}

/** A box in px. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function fromRows(rows: OverviewRow[]): Outline {
  const sorted = rows.map((row) => ({...row, time: toMs(row.publishedAt)})).sort((a, b) => a.time - b.time);
  return {
    times: sorted.map(({time}) => time),
    low: sorted.map(({low}) => toNumber(low)),
    high: sorted.map(({high}) => toNumber(high))
  };
}

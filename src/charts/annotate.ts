import {extent, sort, range as steps} from "d3-array";
import {toMs} from "../format/format.js";
import {fontSize, svg, textWidth} from "../ui/elements/dom.js";
import {category, color} from "../ui/elements/theme.js";
import type {Frame} from "./frame.js";
import type {Shade} from "./model.js";
import {inside, type Track} from "./runs.js";

const longest = 32; // characters in the picture; the readout has the whole text
const rows = 2;
const rowHeight = 14;

/** Draws a line at each note, with its text where there is room. */
export function noteMarks({times, values, labels = [], color: tint}: Track, frame: Frame): SVGGElement {
  const {x, range, right, top, bottom} = frame;
  const group = svg("g", {});
  const taken = Array.from({length: rows}, () => 0); // px from the left, by row
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? NaN;
    if (values[i] === 0 || time < range[0] || time > range[1]) continue;
    const place = Math.round(x(time)) + 0.5;
    const text = cut(labels[i] ?? "");
    const wide = textWidth(text) + 8;
    const left = place + wide > right ? place - wide : place;
    const row = taken.findIndex((end) => left >= end);
    group.append(
      svg("line", {x1: place, x2: place, y1: top, y2: bottom, stroke: tint, "stroke-dasharray": "2 3"}),
      svg("path", {d: `M${place - 4},${top}h8l-4,6z`, fill: tint})
    );
    if (row < 0 || left < 0) continue;
    taken[row] = left + wide + 4;
    group.append(label(text, left + 5, top + 12 + row * rowHeight));
  }
  return group;
}

/** Draws the levels as lines across the plot. One outside of the axis is named at its edge, with an arrow. */
export function levelMarks(frame: Frame): SVGGElement {
  const {levels, y, right, top, bottom} = frame;
  const group = svg("g", {});
  const ends = new Map<number, number>(); // px from the left, by height
  for (const {value, text} of levels) {
    const px = y(value);
    const isAbove = px < top || value > (y.domain()[1] ?? value);
    const isInside = px >= top && px <= bottom;
    const height = isInside ? Math.round(px) + 0.5 : isAbove ? top : bottom;
    const line = {x1: 0, x2: right, y1: height, y2: height, stroke: color.ink2, "stroke-dasharray": "6 4"};
    if (isInside) group.append(svg("line", line));
    const said = isInside ? cut(text) : `${isAbove ? "↑" : "↓"} ${cut(text)}`;
    const near = [...ends].filter(([at]) => Math.abs(at - height) < rowHeight).map(([, end]) => end);
    const [wide, first] = [textWidth(said), Math.max(4, ...near)];
    const last = right - wide - 8;
    const bases = [height - 5, height + 13].filter((base) => base > top + rowHeight && base < bottom);
    const places = [first, last, ...steps(first, last, 24)].flatMap((left) => bases.map((base) => ({left, base})));
    const place = places.find((each) => near.length === 0 && isFree(frame, each, wide)) ?? places[0];
    const {left, base} = place ?? {left: first, base: height + 13};
    ends.set(height, left === last ? first : left + wide + 12);
    group.append(label(said, left, base));
  }
  return group;
}

// Whether no series runs through a text.
function isFree({tracks, x, y}: Frame, {left, base}: {left: number; base: number}, wide: number): boolean {
  const times = [left, left + wide].map((px) => Number(x.invert(px))) as [number, number];
  return tracks.every((one) => {
    const [start, end] = inside(one, times);
    const values = [one.values, one.upper ?? [], one.lower ?? []].flatMap((all) =>
      Array.prototype.slice.call(all, Math.max(0, start - 1), end + 1)
    );
    const [highest = NaN, lowest = NaN] = extent(values.map((value) => y(value)));
    return one.shape === "notes" || !(lowest > base - rowHeight && highest < base + 4);
  });
}

/** Draws the spans as tinted time ranges, with their texts where there is room, in rows above the lines at the bottom. */
export function spanMarks({spans, levels, x, y, range, top, bottom}: Frame): SVGGElement {
  const group = svg("g", {});
  const lines = [0, ...levels.map(({value}) => value)].map((value) => y(value));
  const floor = Math.min(bottom, ...lines.filter((at) => at > bottom - 2 * rowHeight).map((at) => at - rowHeight));
  const taken = Array.from({length: 2 * rows}, () => -Infinity); // px from the left, by row
  for (const {from, until, text: given, hatched} of sort(spans, ({from}) => toMs(from))) {
    const text = cut(given ?? "");
    const [left, end] = [x(Math.max(range[0], toMs(from))), x(Math.min(range[1], toMs(until)))];
    if (!(end > left)) continue;
    const box = {x: left, y: top, width: end - left, height: bottom - top};
    group.append(hatched ? hatch(box, color.ink3) : svg("rect", {...box, fill: color.accent, "fill-opacity": 0.1}));
    const wide = textWidth(text) + 8;
    const row = taken.findIndex((last) => left >= last);
    if (wide > end - left || row < 0) continue;
    taken[row] = left + wide;
    group.append(label(text, left + 4, floor - 6 - row * rowHeight));
  }
  return group;
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\d.,]+$/, "")}…`; // never within a number
}

// Legible over lines.
function label(text: string, x: number, y: number): SVGTextElement {
  const halo = {stroke: color.background, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke"};
  return svg("text", {x, y, "font-size": fontSize, fill: color.ink, ...halo}, text);
}

const stripHeight = 6;

const tints: Readonly<Record<string, string>> = {
  regular: color.positive,
  preMarket: color.accent,
  postMarket: category(3),
  overNight: category(7)
};

/** The market's sessions as a strip at the top of the plot; null if there is only the regular one. */
export function sessionStrip(frame: Frame): SVGGElement | null {
  const {shades, range} = frame;
  const shown = shades.filter(({from, to}) => to > range[0] && from < range[1]);
  if (shown.every(({kind}) => kind === "regular")) return null;
  return svg("g", {}, ...shown.map((shade) => drawShade(shade, frame)));
}

function drawShade({from, to, label, kind}: Shade, {x, top, range}: Frame): SVGGElement {
  const left = Math.max(0, x(Math.max(from, range[0])));
  const box = {x: left, y: top - stripHeight, width: Math.min(x(range[1]), x(to)) - left, height: stripHeight};
  const drawn = kind === "closed" ? hatch(box, color.ink3, 4) : svg("rect", {...box, fill: tints[kind] ?? color.ink3});
  const text = svg("text", {x: left + 2, y: top - stripHeight - 4, "font-size": fontSize - 1, fill: color.ink3}, label);
  const fits = kind !== "regular" && textWidth(label, fontSize - 1) + 8 < box.width;
  return svg("g", {}, drawn, fits ? text : null);
}

/** A box with slanted lines, `step` px apart. A pattern would need an id. */
export function hatch(
  box: {x: number; y: number; width: number; height: number},
  stroke: string,
  step = 8
): SVGSVGElement {
  const {x, y, width, height: tall} = box;
  const d: string[] = [];
  for (let at = -tall; at < width; at += step) d.push(`M${at.toFixed(1)},${tall}l${tall},${-tall}`);
  const inner = {...box, width: Math.max(0, width), viewBox: `0 0 ${Math.max(0.01, width).toFixed(2)} ${tall}`};
  return svg("svg", {...inner, x, y}, svg("path", {d: d.join(""), stroke, "stroke-width": 1, fill: "none"}));
}

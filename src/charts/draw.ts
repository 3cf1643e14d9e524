import {zoneName} from "../format/zone.js";
import {fontSize, svg, textWidth} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import {hatch, levelMarks, sessionStrip, spanMarks} from "./annotate.js";
import type {Frame, ValueTick} from "./frame.js";
import {mark} from "./marks.js";
import type {Track} from "./runs.js";
import {isCovered, lastTag} from "./tags.js";
import {labelMiddle, type TimeTick} from "./ticks.js";

/** Draws a frame as an SVG picture: sessions, grid, bands, lines, dots. */
export function draw(frame: Frame, label: string): SVGSVGElement {
  const {width, height, right, top, bottom} = frame;
  const box = {y: top, width: right, height: bottom - top, viewBox: `0 ${top} ${right} ${bottom - top}`};
  // A nested <svg> clips to its box and, unlike a clip path, needs no id.
  return svg(
    "svg",
    {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label},
    svg("g", {}, ...seams(frame)),
    sessionStrip(frame),
    ...pendingEdges(frame),
    valueAxis(frame),
    timeAxis(frame),
    frame.spans.length > 0 ? spanMarks(frame) : null,
    svg("svg", box, zeroLine(frame), ...layers(frame.tracks).map((track) => mark(track, frame))),
    frame.levels.length > 0 ? levelMarks(frame) : null,
    lastTag(frame),
    notice(frame)
  );
}

// Bands are drawn below lines, lines below dots. Among equals the first series, the most important one, is on top.
function layers(tracks: Track[]): Track[] {
  const depth = {band: 0, line: 1, step: 1, candles: 1, dots: 2, notes: 3};
  return [...tracks].reverse().sort((a, b) => depth[a.shape] - depth[b.shape]);
}

// Time whose rows the page still loads.
function pendingEdges({pending, range, x, top, bottom}: Frame): SVGElement[] {
  if (pending === null) return [];
  const edges = [
    [range[0], Math.min(pending[0], range[1])],
    [Math.max(pending[1], range[0]), range[1]]
  ] as const;
  return edges.flatMap(([from, to]) => {
    const box = {x: x(from), y: top, width: x(to) - x(from), height: bottom - top};
    return to > from ? [hatch(box, color.line)] : [];
  });
}

// Lines where closed hours are skipped.
function seams({trading, x, top, bottom, range}: Frame): SVGLineElement[] {
  const shown = trading.closed.filter(([from, to]) => from > range[0] && to < range[1]);
  return shown.map(([from]) => {
    const place = Math.round(x(from)) + 0.5;
    return svg("line", {x1: place, x2: place, y1: top, y2: bottom, stroke: color.ink3, "stroke-opacity": 0.45});
  });
}

function notice({notice: text, right, top, bottom}: Frame): SVGTextElement | null {
  if (text === "") return null;
  const lines = text.split("\n");
  const place = {x: right / 2, y: (top + bottom) / 2 - (lines.length - 1) * 0.75 * (fontSize + 2)};
  const spans = lines.map((line, i) => svg("tspan", {x: right / 2, dy: i === 0 ? null : "1.5em"}, line));
  const style = {"text-anchor": "middle", "font-size": fontSize + 2, fill: color.ink2};
  return svg("text", {...place, ...style}, ...(lines.length === 1 ? [text] : spans));
}

// Faint lines across the plot, and labels at its right, next to the newest values.
function valueAxis(frame: Frame): SVGGElement {
  // A long unit starts above the plot. It does not narrow it, so that linked charts are equally wide.
  const place = Math.max(0, Math.min(frame.right + 8, frame.width - textWidth(frame.unit)));
  const unit = svg("text", {x: place, y: 11, fill: color.ink3}, frame.unit);
  const ticks = frame.valueTicks.map((tick) => valueTick(tick, frame));
  return svg("g", {"font-size": fontSize}, ...ticks, frame.unit === "" ? null : unit);
}

// The name of the time zone is at its end.
function timeAxis(frame: Frame): SVGGElement {
  const {right, bottom} = frame;
  const base = svg("line", {x1: 0, x2: right, y1: bottom + 0.5, y2: bottom + 0.5, stroke: color.line});
  const zone = {x: right + 8, y: bottom + 16, fill: color.ink3, "text-anchor": "start"};
  const ticks = frame.timeTicks.map((tick) => timeTick(tick, frame));
  const name = svg("text", zone, zoneName(frame.zone, frame.range[1]));
  return svg("g", {"font-size": fontSize, "text-anchor": "middle"}, base, ...ticks, name);
}

function zeroLine({y, right, zero}: Frame): SVGLineElement | null {
  if (!zero) return null;
  const height = Math.round(y(0)) + 0.5;
  return svg("line", {x1: 0, x2: right, y1: height, y2: height, stroke: color.ink2});
}

function valueTick({value, label}: ValueTick, frame: Frame): SVGGElement {
  const {y, right} = frame;
  const height = Math.round(y(value)) + 0.5;
  const line = svg("line", {x1: 0, x2: right, y1: height, y2: height, stroke: color.line});
  const text = svg("text", {x: right + 8, y: height, dy: "0.32em", fill: color.ink2}, label);
  return svg("g", {}, line, isCovered(frame, value) ? null : text);
}

function timeTick({time, label, context}: TimeTick, {x, bottom, right}: Frame): SVGGElement {
  const place = x(time);
  const line = (text: string, y: number, fill: string): SVGTextElement | null =>
    text === "" ? null : svg("text", {x: labelMiddle(text, place, right), y, fill}, text);
  const mark = svg("line", {x1: place, x2: place, y1: bottom, y2: bottom + 4, stroke: color.ink3});
  return svg("g", {}, mark, line(label, bottom + 16, color.ink2), line(context, bottom + 30, color.ink3));
}

import {zoneName} from "../../lib/zone.js";
import {svg} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import type {Frame, ValueTick} from "./frame.js";
import {fontSize, textWidth} from "./text.js";
import {middleOf, type TimeTick} from "./ticks.js";

/** The value axis: faint lines across the plot, labels to its right, where the newest values are. */
export function valueAxis(frame: Frame): SVGGElement {
  // A long unit begins above the plot: it takes no room from it, so that linked charts are equally wide.
  const place = Math.max(0, Math.min(frame.right + 8, frame.width - textWidth(frame.unit)));
  const unit = svg("text", {x: place, y: 11, fill: color.ink3}, frame.unit);
  const ticks = frame.valueTicks.map((tick) => valueTick(tick, frame));
  return svg("g", {"font-size": fontSize}, ...ticks, frame.unit === "" ? null : unit);
}

/** The time axis, with the name of its time zone at its end. */
export function timeAxis(frame: Frame): SVGGElement {
  const {right, bottom} = frame;
  const base = svg("line", {x1: 0, x2: right, y1: bottom + 0.5, y2: bottom + 0.5, stroke: color.line});
  const zone = svg("text", {x: right + 8, y: bottom + 16, fill: color.ink3}, zoneName(frame.zone, frame.range[1]));
  const ticks = frame.timeTicks.map((tick) => timeTick(tick, frame));
  return svg("g", {"font-size": fontSize, "text-anchor": "middle"}, base, ...ticks, start(zone));
}

/** A line at zero, if the chart straddles it. */
export function zeroLine({y, right, zero}: Frame): SVGLineElement | null {
  if (!zero) return null;
  const height = Math.round(y(0)) + 0.5;
  return svg("line", {x1: 0, x2: right, y1: height, y2: height, stroke: color.ink2});
}

function valueTick({value, label}: ValueTick, {y, right}: Frame): SVGGElement {
  const height = Math.round(y(value)) + 0.5;
  const line = svg("line", {x1: 0, x2: right, y1: height, y2: height, stroke: color.line});
  const text = svg("text", {x: right + 8, y: height, dy: "0.32em", fill: color.ink2}, label);
  return svg("g", {}, line, text);
}

function timeTick({time, label, context}: TimeTick, {x, bottom, right}: Frame): SVGGElement {
  const place = x(time);
  const line = (text: string, y: number, fill: string): SVGTextElement | null =>
    text === "" ? null : svg("text", {x: middleOf(text, place, right), y, fill}, text);
  const mark = svg("line", {x1: place, x2: place, y1: bottom, y2: bottom + 4, stroke: color.ink3});
  return svg("g", {}, mark, line(label, bottom + 16, color.ink2), line(context, bottom + 30, color.ink3));
}

function start(text: SVGTextElement): SVGTextElement {
  text.setAttribute("text-anchor", "start");
  return text;
}

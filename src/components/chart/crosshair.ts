import {formatInstant} from "../../lib/zone.js";
import {svg} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import type {Reading} from "./cursor.js";
import type {Frame} from "./frame.js";
import {middleOf} from "./open.js";
import {fontSize, textWidth} from "./text.js";

/**
 * Draws the cursor of a frame: a line at the time (of a candle, in its middle), or at the `place` where that of a linked
 * chart stands, the time below it, a dot on each line.
 */
export function crosshair(
  frame: Frame,
  time: number,
  readings: Reading[],
  {place}: {place?: number | null} = {}
): SVGGElement {
  const x = Math.round(frame.x(place ?? crosshairTime(frame, time, readings))) + 0.5;
  const rule = svg("line", {
    x1: x,
    x2: x,
    y1: frame.top,
    y2: frame.bottom,
    stroke: color.ink3,
    "stroke-dasharray": "2 2"
  });
  const dots = [...readings].reverse().map((reading) => dotOf(reading, frame, x));
  return svg("g", {"pointer-events": "none"}, rule, ...dots, timeLabel(frame, time, x));
}

/** The instant at which the cursor is drawn: of a candle its middle, as far as that is in view. */
export function crosshairTime({range: [from, to], open}: Frame, time: number, readings: Reading[]): number {
  const candle = readings.find(({track, index}) => track.shape === "candles" && track.times[index] === time);
  return candle === undefined ? time : Math.max(from, Math.min(to, middleOf(open, time, candle.track.stepMs ?? 0)));
}

/** Draws the stretch of time that is being dragged over, in px. */
export function selection(frame: Frame, from: number, to: number): SVGRectElement {
  const box = {x: Math.min(from, to), width: Math.abs(to - from), y: frame.top, height: frame.bottom - frame.top};
  return svg("rect", {
    ...box,
    fill: color.accent,
    "fill-opacity": 0.15,
    stroke: color.accent,
    "pointer-events": "none"
  });
}

function dotOf({track, value}: Reading, frame: Frame, x: number): SVGCircleElement | null {
  const y = frame.y(value);
  if (!Number.isFinite(y) || track.shape === "band") return null; // a log scale has no place for zero
  return svg("circle", {cx: x, cy: y, r: 3.5, fill: track.color, stroke: color.background});
}

function timeLabel({width, right, bottom, zone}: Frame, time: number, x: number): SVGGElement {
  const text = formatInstant(time, zone).replace(/ [^ ]+$/, "");
  const wide = textWidth(text) + 12;
  const left = Math.max(0, Math.min(Math.min(width, right + 30) - wide, x - wide / 2));
  const box = svg("rect", {x: left, y: bottom + 3, width: wide, height: 18, rx: 2, fill: color.ink});
  const label = {
    x: left + wide / 2,
    y: bottom + 16,
    "text-anchor": "middle",
    "font-size": fontSize,
    fill: color.background
  };
  return svg("g", {}, box, svg("text", label, text));
}

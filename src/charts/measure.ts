import {formatAge, formatBps} from "../format/format.js";
import {fontSize, svg, textWidth} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import {read} from "./cursor.js";
import type {Frame} from "./frame.js";
import {formatValue, type View, visible} from "./view.js";

/** Two times between which the reader measures, and whether the second one follows the cursor. */
export interface Measure {
  from: number;
  to: number;
  isOpen: boolean;
}

/** The change of the first line between two times, relative to its start in bps, and the time: `−1,312.40 · −148 bps · 4 h 20 min`. */
export function measureText(view: View, measure: Measure): string {
  const [start, end] = valuesOf(view, measure);
  const write = view.options.formatChange ?? formatValue(view);
  const change = end - start;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "";
  const isRatio = start > 0 && end > 0 && !/^(bps|%)/.test(view.options.unit ?? "");
  const parts = [
    ...(Number.isNaN(change) ? [] : [`${sign}${write(Math.abs(change)).replace(/^[+−]/, "")}`]),
    ...(isRatio ? [formatBps(10_000 * (end / start - 1), {signed: true})] : []),
    formatAge(Math.abs(measure.to - measure.from) / 1000)
  ];
  return parts.join(" · ");
}

function valuesOf(view: View, {from, to}: Measure): [number, number] {
  const line = visible(view).find(({shape}) => shape === "line" || shape === "step" || shape === "candles");
  const at = (time: number): number => (line === undefined ? NaN : read(line, time, String).value);
  return [at(from), at(to)];
}

const labelHeight = 20;

/** Draws the measured box with its text. */
export function measureBox(frame: Frame, view: View, measure: Measure): SVGGElement {
  const {x, y, top, bottom, right} = frame;
  const [start, end] = valuesOf(view, measure);
  const [low, high] = Number.isNaN(end - start) ? [bottom, top] : [y(start), y(end)];
  const [one, other] = [x(measure.from), x(measure.to)];
  const tint = end > start ? color.positive : end < start ? color.negative : color.ink2;
  const box = {
    x: Math.min(one, other),
    y: Math.min(low, high),
    width: Math.abs(other - one),
    height: Math.abs(high - low)
  };
  const text = measureText(view, measure);
  const wide = textWidth(text) + 16;
  const left = Math.max(0, Math.min(right - wide, other - wide / 2));
  const below = high >= low ? high + 8 : high - labelHeight - 8;
  const upper = Math.max(top, Math.min(bottom - labelHeight, below));
  return svg(
    "g",
    {"pointer-events": "none", class: "fb-measure"},
    svg("rect", {...box, fill: tint, "fill-opacity": 0.14, stroke: tint}),
    svg("rect", {x: left, y: upper, width: wide, height: labelHeight, rx: 3, fill: color.ink}),
    svg("text", {x: left + 8, y: upper + 14, "font-size": fontSize, fill: color.background}, text)
  );
}

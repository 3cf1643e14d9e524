import {fontSize, svg, textWidth} from "../ui/elements/dom.js";
import {color} from "../ui/elements/theme.js";
import type {Frame} from "./frame.js";

const height = 18;

/** Draws the tag of the last value on the value axis, and a dotted line across the plot. */
export function lastTag(frame: Frame): SVGGElement | null {
  const {tag, y, right} = frame;
  const px = tag === null ? NaN : y(tag.value);
  if (tag === null || !Number.isFinite(px)) return null;
  const tint = tag.way > 0 ? color.positive : tag.way < 0 ? color.negative : color.ink2;
  const line = {x1: 0, x2: right, y1: px, y2: px, stroke: tint, "stroke-dasharray": "1 3"};
  return svg(
    "g",
    {"data-tag": "last"},
    svg("line", line),
    axisTag(frame, px, tag.text, {fill: tint, ink: color.background})
  );
}

/** Whether the last value's tag covers a label of the value axis. */
export function isCovered({tag, y}: Frame, value: number): boolean {
  return tag !== null && Math.abs(y(tag.value) - y(value)) < height / 2 + 5;
}

/** Draws the outlined tag of the cursor at a height in px, and a line across the plot. */
export function cursorTag(frame: Frame, px: number): SVGGElement | null {
  const {y, right, top, bottom, write} = frame;
  if (!(px >= top && px <= bottom)) return null;
  const step = 10 ** Math.floor(Math.log10(Math.abs(y.invert(px) - y.invert(px + 1)) || 1));
  const line = {x1: 0, x2: right, y1: px, y2: px, stroke: color.ink3, "stroke-dasharray": "2 2"};
  const tag = axisTag(frame, px, write(y.invert(px), step), {
    fill: color.background,
    ink: color.ink,
    stroke: color.ink
  });
  return svg("g", {}, svg("line", line), tag);
}

interface TagInk {
  fill: string;
  ink: string;
  stroke?: string;
}

function axisTag({right, width}: Frame, px: number, text: string, {fill, ink, stroke}: TagInk): SVGGElement {
  const wide = Math.min(width - right - 2, textWidth(text) + 10);
  const box = {x: right + 2, y: px - height / 2, width: wide, height, rx: 2, fill, stroke};
  const place = {x: right + 8, y: px, dy: "0.34em", fill: ink, "font-size": fontSize};
  return svg("g", {}, svg("rect", box), svg("text", place, text));
}

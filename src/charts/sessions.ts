import {fontSize, svg, textWidth} from "../ui/elements/dom.js";
import {category, color} from "../ui/elements/theme.js";
import type {Frame} from "./frame.js";
import type {Shade} from "./model.js";

const height = 6;

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
  const box = {x: left, y: top - height, width: Math.min(x(range[1]), x(to)) - left, height};
  const drawn = kind === "closed" ? hatch(box, color.ink3, 4) : svg("rect", {...box, fill: tints[kind] ?? color.ink3});
  const text = svg("text", {x: left + 2, y: top - height - 4, "font-size": fontSize - 1, fill: color.ink3}, label);
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

import {extent} from "d3-array";
import {line} from "d3-shape";
import {toNumber} from "../../format/format.js";
import {svg} from "./dom.js";
import {color} from "./theme.js";

const [width, height, inset] = [84, 24, 3];
const stroke = {
  fill: "none",
  stroke: color.price,
  "stroke-width": 1.25,
  "stroke-linejoin": "round",
  "stroke-linecap": "round"
};

/** A word-sized line of evenly spaced values, broken where one is missing, with a dot at the last value. Decoration only. */
export function sparkline(values: Iterable<unknown>): SVGSVGElement {
  const numbers = Array.from(values, toNumber);
  const [low = 0, high = 0] = extent(numbers.filter((value) => !Number.isNaN(value)));
  const x = (index: number): number => inset + (index / Math.max(1, numbers.length - 1)) * (width - 2 * inset);
  const y = (value: number): number =>
    high === low ? height / 2 : inset + ((high - value) / (high - low)) * (height - 2 * inset);
  const path = line<number>((_, index) => x(index), y)
    .defined((value) => !Number.isNaN(value))
    .digits(1);
  const last = numbers.findLastIndex((value) => !Number.isNaN(value));
  const box = {width, height, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none"};
  return svg(
    "svg",
    {class: "fb-sparkline", ...box, "aria-hidden": "true"},
    last < 0 ? null : svg("path", {d: path(numbers), ...stroke}),
    last < 0 ? null : svg("circle", {cx: x(last), cy: y(numbers[last] ?? 0), r: 1.75, fill: color.price})
  );
}

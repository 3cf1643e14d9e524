import {scaleUtc} from "d3-scale";
import {middleOf, timeTicks} from "../chart/ticks.js";
import {fittedText, fontSize, svg} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import {
  boxOf,
  type Grid,
  type GridLayout,
  type HeatScale,
  inPath,
  type Layout,
  paint,
  paintCells,
  valueAt
} from "./grid.js";

/** The texts of a heat map around zero: the meaning of its two sides, and the format of its values. */
export interface Wording {
  formatValue: (value: number) => string;
  /** The meaning of negative and of positive values. */
  sides: readonly [string, string];
  /** The name of a missing value. */
  none: string;
}

/** Draws a heat map: names, cells, the time axis in UTC, and a legend with numbers. */
export function drawHeat(
  grid: Grid,
  scale: HeatScale,
  {layout, words}: {layout: GridLayout; words: Wording}
): SVGSVGElement {
  const {width, height} = layout;
  const size = {width, height, viewBox: `0 0 ${width} ${height}`, "font-size": fontSize};
  return svg(
    "svg",
    size,
    names(grid, layout),
    ...cells(grid, scale, layout),
    axis(grid, layout),
    legend(scale, layout, words)
  );
}

function names({rows}: Grid, {tops, names: start, left}: GridLayout): SVGGElement {
  const drawn = rows.flatMap(({group, name}, i) => {
    const y = (tops[i] ?? 0) + 14;
    const isFirst = rows[i - 1]?.group !== group;
    const heading = isFirst ? fittedText(group, start - 4, {x: 0, y, fill: color.ink, "font-weight": 600}) : null;
    return [heading, fittedText(name, left - start - 4, {x: start, y, fill: color.ink2})];
  });
  return svg("g", {}, ...drawn);
}

function cells(grid: Grid, scale: HeatScale, layout: Layout): SVGElement[] {
  const {cellWidth, cellHeight} = layout;
  const all = grid.rows.flatMap((_, row) =>
    grid.times.map((_, column) => ({row, column, share: scale.share(valueAt(grid, {row, column}))}))
  );
  const missing = all
    .filter(({share}) => Number.isNaN(share))
    .map((cell) => {
      const {left, top} = boxOf(layout, cell);
      return `M${inPath(left + cellWidth * 0.3)},${top + cellHeight / 2}h${inPath(cellWidth * 0.4)}`;
    });
  return [
    ...paintCells(
      all.map(({share, ...cell}) => ({...cell, ...paint(share)})),
      layout
    ),
    svg("path", {d: missing.join(""), stroke: color.ink3, "stroke-opacity": 0.6})
  ];
}

function axis({times, stepMs}: Grid, {left, right, bottom}: Layout): SVGGElement {
  const [first = NaN, last = NaN] = [times[0], times.at(-1)];
  const x = scaleUtc([first, last + stepMs], [0, right - left]);
  const texts = timeTicks(x).flatMap(({time, label, context}) => {
    const place = x(time);
    const line = (text: string, y: number, fill: string) =>
      text === "" ? null : svg("text", {x: left + middleOf(text, place, right - left), y, fill}, text);
    const mark = svg("line", {x1: left + place, x2: left + place, y1: bottom + 1, y2: bottom + 5, stroke: color.ink3});
    return [mark, line(label, bottom + 17, color.ink2), line(context, bottom + 31, color.ink3)];
  });
  const zone = svg("text", {x: 0, y: bottom + 17, fill: color.ink3, "text-anchor": "start"}, "UTC");
  return svg("g", {"text-anchor": "middle"}, ...texts, zone);
}

const swatches = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];

function legend(scale: HeatScale, {left, right, bottom}: Layout, words: Wording): SVGGElement {
  const wide = Math.min(28, right / swatches.length);
  const start = Math.min(left, right - wide * swatches.length); // starts under the names if cells are too narrow
  const y = bottom + 44;
  const at = (share: number) => start + ((share + 1) / 2) * wide * swatches.length;
  const boxes = swatches.map((share, i) => {
    const {fill, opacity} = paint(share);
    const box = {x: start + i * wide, y, width: wide - 1, height: 10};
    return svg("rect", {...box, fill, "fill-opacity": opacity, ...(share === 0 && {stroke: color.line})});
  });
  const text = (share: number, line: number, content: string) => {
    const anchor = share < 0 ? "start" : share > 0 ? "end" : "middle";
    return svg("text", {x: at(share), y: y + 10 + 14 * line, "text-anchor": anchor, fill: color.ink2}, content);
  };
  const [least, most] = scale.beyond > 0 ? ["≤ ", "≥ "] : ["", ""];
  const dash = svg("line", {x1: 0, x2: 8, y1: y - 17, y2: y - 17, stroke: color.ink3});
  const none = svg("text", {x: 12, y: y - 13, fill: color.ink2}, words.none);
  const numbers = [
    text(-1, 1, `${least}${words.formatValue(-scale.limit)}`),
    text(0, 1, "0"),
    text(1, 1, `${most}${words.formatValue(scale.limit)}`)
  ];
  return svg("g", {}, ...boxes, ...numbers, text(-1, 2, words.sides[0]), text(1, 2, words.sides[1]), dash, none);
}

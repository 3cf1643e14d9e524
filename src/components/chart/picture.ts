import {svg} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import {fontRules} from "./font.js";
import {textWidth} from "./text.js";

/** One entry of a picture's legend: a 16 × 10 px sign and its text. */
export interface Entry {
  sign: SVGElement;
  text: string;
}

/** What a saved picture has around the chart. */
export interface Surroundings {
  title: string;
  entries: Entry[];
  source: string;
  font: string;
}

const edge = 16;
const row = 18;

/** Composes a chart that stands alone: title and legend above it, the source note below, on the page's background. */
export function compose(chart: SVGSVGElement, {title, entries, source, font}: Surroundings): SVGSVGElement {
  const width = Number(chart.getAttribute("width"));
  const height = Number(chart.getAttribute("height"));
  const {group, rows} = legend(entries, width);
  const top = edge + 26 + rows * row + 6;
  const total = {width: width + 2 * edge, height: top + height + row + edge};
  chart.setAttribute("x", String(edge));
  chart.setAttribute("y", String(top));
  const fonts = fontRules(font);
  return svg(
    "svg",
    {...total, viewBox: `0 0 ${total.width} ${total.height}`, "font-family": font},
    svg("title", {}, title),
    fonts === "" ? null : svg("style", {}, fonts),
    svg("rect", {...total, fill: color.background}),
    svg("text", {x: edge, y: edge + 14, "font-size": 15, "font-weight": 600, fill: color.ink}, title),
    group,
    chart,
    svg("text", {x: edge, y: total.height - edge + 2, "font-size": 10, fill: color.ink3}, source)
  );
}

function legend(entries: Entry[], width: number): {group: SVGGElement; rows: number} {
  const group = svg("g", {"font-size": 12, fill: color.ink2});
  let x = 0;
  let rows = entries.length > 0 ? 1 : 0;
  for (const {sign, text} of entries) {
    const room = 22 + textWidth(text, 12) + 14;
    if (x > 0 && x + room > width) {
      x = 0;
      rows++;
    }
    const y = edge + 26 + (rows - 1) * row;
    group.append(svg("g", {transform: `translate(${edge + x},${y})`}, sign, svg("text", {x: 22, y: 9.5}, text)));
    x += room;
  }
  return {group, rows};
}

import {svg} from "./dom.js";
import {color} from "./theme.js";

/** A picture of a text alone, in the middle of its size in px: where there is nothing to draw. */
export function notice(text: string, width: number, height: number): SVGSVGElement {
  const middle = {x: width / 2, y: height / 2, "text-anchor": "middle", "font-size": 13, fill: color.ink2};
  const size = {width, height, viewBox: `0 0 ${width} ${height}`};
  return svg("svg", {...size}, svg("text", middle, text));
}

import * as Plot from "@observablehq/plot";
import {notice} from "./notice.js";
import {color} from "./theme.js";

/** A Plot in the page's font and colours as one SVG element; with `empty`, only that text. Throws if options make Plot add HTML. */
export function plot({
  empty,
  ...options
}: Plot.PlotOptions & {empty?: string; width: number; height: number}): SVGSVGElement {
  if (empty !== undefined) return notice(empty, options.width, options.height);
  const style = {background: "none", color: color.ink2, fontFamily: "inherit", fontSize: "11px", overflow: "visible"};
  const element = Plot.plot({...options, style});
  if (!(element instanceof SVGSVGElement))
    throw new Error("a plot with a title, caption or legend is no SVG: leave them out");
  nameColors(element);
  // The picture has one name; Plot's labels of its parts are not allowed inside an image.
  for (const part of element.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return element;
}

// A saved picture has no surroundings to take the current colour from.
function nameColors(element: SVGSVGElement): void {
  for (const name of ["fill", "stroke"]) {
    for (const child of element.querySelectorAll(`[${name}=currentColor]`)) child.setAttribute(name, color.ink2);
  }
}

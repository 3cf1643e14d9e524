import type * as Plot from "@observablehq/plot";
import {set, svg} from "./dom.js";
import {color} from "./theme.js";

/** Plot, for what makes a plot's options. */
export type PlotLibrary = typeof Plot;

let library: PlotLibrary | null = null;

/** Loads Plot: charts over time do without, and are there before. */
export async function loadPlot(): Promise<PlotLibrary> {
  library ??= await import("@observablehq/plot");
  return library;
}

/**
 * A plot of a size in px, in the page's font and colours, as one SVG element: of the options that `describe` makes, or of a
 * text alone, where there is nothing to draw. Until Plot is loaded it is blank. @throws if options make Plot add HTML
 */
export function plot(
  size: {width: number; height: number},
  describe: string | ((Plot: PlotLibrary) => Plot.PlotOptions)
): SVGSVGElement {
  const {width, height} = size;
  if (typeof describe === "string") return notice(describe, width, height);
  if (library !== null) return draw(library, {...size, ...describe(library)});
  const element = svg("svg", {...size, viewBox: `0 0 ${width} ${height}`});
  void loadPlot()
    .then((loaded) => draw(loaded, {...size, ...describe(loaded)}))
    .catch((error: unknown) =>
      notice(`cannot be drawn: ${error instanceof Error ? error.message : error}`, width, height)
    )
    .then((drawn) => fill(element, drawn));
  return element;
}

function draw(Plot: PlotLibrary, options: Plot.PlotOptions): SVGSVGElement {
  const style = {background: "none", color: color.ink2, fontFamily: "inherit", fontSize: "11px", overflow: "visible"};
  const element = Plot.plot({...options, style});
  if (!(element instanceof SVGSVGElement))
    throw new Error("a plot with a title, caption or legend is no SVG: leave them out");
  nameColors(element);
  // The picture has one name; Plot's labels of its parts are not allowed inside an image.
  for (const part of element.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return element;
}

// What stands on the page becomes what was drawn since, and keeps its name.
function fill(element: SVGSVGElement, drawn: SVGSVGElement): void {
  set(element, Object.fromEntries(Array.from(drawn.attributes, ({name, value}) => [name, value])));
  element.replaceChildren(...drawn.childNodes);
}

// A saved picture has no surroundings to take the current colour from.
function nameColors(element: SVGSVGElement): void {
  for (const name of ["fill", "stroke"]) {
    for (const child of element.querySelectorAll(`[${name}=currentColor]`)) child.setAttribute(name, color.ink2);
  }
}

/** A picture of a text alone, in the middle of its size in px: where there is nothing to draw. */
export function notice(text: string, width: number, height: number): SVGSVGElement {
  const middle = {x: width / 2, y: height / 2, "text-anchor": "middle", "font-size": 13, fill: color.ink2};
  const size = {width, height, viewBox: `0 0 ${width} ${height}`};
  return svg("svg", {...size}, svg("text", middle, text));
}

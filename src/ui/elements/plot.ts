import type * as Plot from "@observablehq/plot";
import {set, svg} from "./dom.js";
import {color} from "./theme.js";

/** The Plot module, passed to functions that make a plot's options. */
export type PlotLibrary = typeof Plot;

let library: PlotLibrary | null = null;

/** Loads Plot, once. Charts over time do not need it, and so show earlier. */
export async function loadPlot(): Promise<PlotLibrary> {
  library ??= await import("@observablehq/plot");
  return library;
}

/** A plot as one SVG element, blank until Plot is loaded, or a text. @throws if options make Plot add HTML */
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

// Turns the blank element on the page into the drawn one, and keeps its own attributes, such as its name.
function fill(element: SVGSVGElement, drawn: SVGSVGElement): void {
  set(element, Object.fromEntries(Array.from(drawn.attributes, ({name, value}) => [name, value])));
  element.replaceChildren(...drawn.childNodes);
}

// A saved picture has no page around it that sets currentColor.
function nameColors(element: SVGSVGElement): void {
  for (const name of ["fill", "stroke"]) {
    for (const child of element.querySelectorAll(`[${name}=currentColor]`)) child.setAttribute(name, color.ink2);
  }
}

/** A picture of a size in px with only a text in its middle, for charts without data. */
export function notice(text: string, width: number, height: number): SVGSVGElement {
  const middle = {x: width / 2, y: height / 2, "text-anchor": "middle", "font-size": 13, fill: color.ink2};
  const size = {width, height, viewBox: `0 0 ${width} ${height}`};
  return svg("svg", {...size}, svg("text", middle, text));
}

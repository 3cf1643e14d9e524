import {html} from "../parts/dom.js";
import {wholeOf} from "../parts/short.js";

/** The fixed parts of a chart's figure: heading, tools at its right, legend, body. */
export interface Shell {
  figure: HTMLElement;
  tools: HTMLElement;
  legend: HTMLElement;
  body: HTMLElement;
}

/** Builds the figure that every chart lives in. The body's height is fixed from the start, so nothing below it moves. */
export function shell(title: string, height: number): Shell {
  const tools = html("div", {class: "fb-tools"});
  const legend = html("div", {class: "fb-legend"});
  const body = html("div", {class: "fb-body"});
  body.style.height = `${height}px`;
  const figure = html(
    "figure",
    {class: "fb-chart"},
    html("figcaption", {class: "fb-title", title: wholeOf(title)}, title),
    tools,
    legend,
    body
  );
  return {figure, tools, legend, body};
}

/** Calls back with the width of an element in px whenever it changes, and does nothing where widths are unknown. */
export function onWidth(element: Element, callback: (width: number) => void): void {
  if (typeof ResizeObserver === "undefined") return;
  let last = 0;
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0);
    if (width === 0 || width === last) return;
    last = width;
    callback(width);
  }).observe(element);
}

import {formatUtc} from "../../lib/format.js";
import {set} from "../dom.js";
import {crosshair} from "./crosshair.js";
import {nearest} from "./cursor.js";
import {draw} from "./draw.js";
import type {Frame} from "./frame.js";
import type {Legend} from "./legend.js";
import type {Shell} from "./shell.js";
import {summary} from "./summary.js";
import {formatValue, layout, rangeOf, readings, stops, type View, visible} from "./view.js";

/** A time chart on the page: its state, its elements, and what was last drawn. */
export interface Chart {
  view: View;
  shell: Shell;
  legend: Legend;
  /** Takes the pointer and the focus: a slider along the stops of the cursor. */
  surface: HTMLElement;
  reset: HTMLElement;
  live: HTMLElement;
  frame: Frame;
  stops: number[];
  picture: SVGSVGElement;
  /** The cursor or the dragged range, over the picture. */
  overlay: SVGElement | null;
}

/** Draws a chart anew, after its width, zoom or visible series changed. */
export function redraw(chart: Chart): void {
  const {view} = chart;
  chart.frame = layout(view);
  chart.stops = stops(view);
  const label = summary(view.options.title, visible(view), rangeOf(view), formatValue(view));
  const picture = draw(chart.frame, label);
  chart.picture.replaceWith(picture);
  chart.picture = picture;
  chart.surface.style.width = `${chart.frame.right}px`;
  chart.reset.hidden = view.range === null;
  if (view.time !== null) view.time = nearest(chart.stops, view.time) ?? null;
  showCursor(chart);
}

/** Shows the cursor, and in the legend the values there; without a cursor the latest values. */
export function showCursor(chart: Chart): void {
  const {view, frame} = chart;
  const time = view.time ?? chart.stops.at(-1) ?? NaN;
  const values = readings(view, time);
  chart.legend.update(time, values, view.hidden);
  set(chart.surface, {
    "aria-valuemin": "0",
    "aria-valuemax": String(Math.max(0, chart.stops.length - 1)),
    "aria-valuenow": String(Math.max(0, chart.stops.indexOf(time))),
    "aria-valuetext": formatUtc(time)
  });
  showOverlay(chart, view.time === null ? null : crosshair(frame, view.time, values));
}

/** Puts an element over the picture, in place of the one before. */
export function showOverlay(chart: Chart, element: SVGElement | null): void {
  chart.overlay?.remove();
  chart.overlay = element;
  if (element !== null) chart.picture.append(element);
}

/** Makes one visible series stand out; null makes all alike. */
export function emphasise({view, picture}: Chart, key: string | null): void {
  const alike = key === null || view.hidden.has(key);
  for (const element of picture.querySelectorAll("[data-key]")) {
    set(element, {opacity: alike || element.getAttribute("data-key") === key ? null : 0.2});
  }
}

/** Has screen readers say the values at the cursor. */
export function announce({view, live}: Chart): void {
  if (view.time === null) return;
  live.textContent = readings(view, view.time)
    .filter(({index}) => index >= 0)
    .map(({track, text}) => `${track.label} ${text}`)
    .join(", ");
}

import {button, set, svg} from "../ui/elements/dom.js";
import {type Message, notifyLinked, sharedAxis} from "./link.js";
import type {Range} from "./model.js";
import {announce, type Chart, point, redraw, showCursor} from "./paint.js";
import {formatTime, handOver, rangeOf, zoom} from "./view.js";

/** Shows or hides a series, and reports it to the page. */
export function toggle(chart: Chart, key: string): void {
  const {hidden, options, tracks} = chart.view;
  if (!hidden.delete(key)) hidden.add(key);
  handOver(chart.view);
  redraw(chart);
  const all = tracks.map((track) => track.key);
  options.onToggle?.([...hidden], all);
}

/** Applies a message of a linked chart. */
export function follow(chart: Chart, message: Message): void {
  const {view} = chart;
  if ("time" in message) {
    view.time = message.time;
    view.y = null;
    chart.place = message.time;
    showCursor(chart);
  } else if ("axis" in message) {
    const isDrawn = view.axis > 0;
    if (isDrawn && sharedAxis(chart.shell.figure, chart.frame.axis) !== view.axis) redraw(chart);
  } else {
    if (zoom(view, message.range)) redraw(chart);
    handOver(view);
    chart.reported = view.range;
  }
}

/** How long wheel and keys must be idle, in ms, before their zoom is reported to the page. */
export const idleMs = 300;

/** Zooms, and reports it to screen readers and the page; null resets. Does nothing if the range stays the same. */
export function zoomTo(chart: Chart, range: Range | null): void {
  show(chart, range);
  settle(chart);
}

/** Zooms this chart and those linked to it during a gesture, and reports nothing yet. Returns whether it zoomed. */
export function show(chart: Chart, range: Range | null): boolean {
  if (!zoom(chart.view, range)) return false;
  handOver(chart.view);
  redraw(chart);
  notifyLinked(chart.shell.figure, {range: chart.view.range});
  return true;
}

/** Reports the zoom to the page, unless it is reported already. */
export function settle(chart: Chart): void {
  const {view, live, reported} = chart;
  clearTimeout(chart.reporting);
  if (reported?.[0] === view.range?.[0] && reported?.[1] === view.range?.[1]) return;
  chart.reported = view.range;
  const range = rangeOf(view).map((time) => formatTime(view, time));
  live.textContent = `Showing ${range.join(" to ")}`;
  view.options.onZoom?.(view.range);
}

/** Zooms, and reports it to the page once idle. Returns whether it zoomed. */
export function showSoon(chart: Chart, range: Range | null): boolean {
  const isZoomed = show(chart, range);
  clearTimeout(chart.reporting);
  chart.reporting = setTimeout(() => chart.shell.figure.isConnected && settle(chart), idleMs);
  return isZoomed;
}

/** The button with which a drag measures: a touch screen has no Alt key. */
export function rulerButton(title: string): HTMLElement {
  const label = {"aria-label": `Measure ${title}`, "aria-pressed": "false", class: "fb-ruler"};
  const ruler = button(
    "",
    () => set(ruler, {"aria-pressed": String(ruler.getAttribute("aria-pressed") !== "true")}),
    label
  );
  const icon = svg("path", {d: "M1,5h16v8h-16zM5,5v4M9,5v5M13,5v4", fill: "none", stroke: "currentColor"});
  ruler.append(svg("svg", {width: 18, height: 18, "aria-hidden": "true"}, icon));
  return ruler;
}

/** Whether the ruler is on. */
export function isRuled({ruler}: Chart): boolean {
  return ruler.getAttribute("aria-pressed") === "true";
}

/** Measures from the cursor on. */
export function startMeasure(chart: Chart): void {
  const time = chart.view.time ?? chart.stops.at(-1);
  chart.measure = time === undefined ? null : {from: time, to: time, isOpen: true};
  point(chart, time);
}

/** Measures up to the cursor, unless the measuring has ended. */
export function measureTo(chart: Chart): void {
  const {measure, view} = chart;
  if (!measure?.isOpen || view.time === null) return;
  measure.to = view.time;
  showCursor(chart);
}

/** Ends the measuring; its box stays. */
export function endMeasure({measure}: Chart): void {
  if (measure !== null) measure.isOpen = false;
}

/** Starts to measure at the cursor, or ends the measuring. */
export function measureByKeys(chart: Chart): void {
  if (chart.measure?.isOpen) endMeasure(chart);
  else {
    startMeasure(chart);
    announce(chart);
  }
}

/** Removes the measured box, or else resets the zoom. */
export function leave(chart: Chart): void {
  if (chart.measure === null) zoomTo(chart, null);
  else {
    chart.measure = null;
    showCursor(chart);
  }
}

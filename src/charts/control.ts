import {type Message, notifyLinked, sharedAxis} from "./link.js";
import type {Range} from "./model.js";
import {type Chart, redraw, showCursor} from "./paint.js";
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

import {formatUtc} from "../../lib/format.js";
import {selection} from "./crosshair.js";
import {move, nearest} from "./cursor.js";
import type {Gestures} from "./gestures.js";
import type {Range} from "./model.js";
import {announce, type Chart, redraw, showCursor, showOverlay} from "./paint.js";
import {holdFocus} from "./refocus.js";
import {rangeOf, scaled, zoom} from "./view.js";

/** What pointer and keys do to a chart. */
export function gesturesOf(chart: Chart): Gestures {
  const {view} = chart;
  return {
    point: (x) => point(chart, nearest(chart.stops, timeAt(chart, x))),
    leave: () => point(chart, undefined),
    drag: (from, to) => showOverlay(chart, selection(chart.frame, clamp(chart, from), clamp(chart, to))),
    zoom: (from, to) => zoomTo(chart, [timeAt(chart, Math.min(from, to)), timeAt(chart, Math.max(from, to))]),
    drop: () => showCursor(chart),
    reset: () => zoomTo(chart, null),
    step: (places) => {
      const time = view.time ?? chart.stops.at(-1);
      point(chart, time === undefined ? undefined : move(chart.stops, time, places));
      announce(chart);
    },
    scale: (factor) => {
      const [from, to] = rangeOf(view);
      // Not closer than two points: there would be nothing left to see.
      if (factor > 1 || chart.stops.length > 2) zoomTo(chart, scaled(view, factor, view.time ?? (from + to) / 2));
    }
  };
}

/** Moves the cursor to a time, or hides it. */
export function point(chart: Chart, time: number | undefined): void {
  chart.view.time = time ?? null;
  showCursor(chart);
}

/** Shows or hides a series, and tells the page. */
export function toggle(chart: Chart, key: string): void {
  const {hidden, options} = chart.view;
  if (!hidden.delete(key)) hidden.add(key);
  redraw(chart);
  options.onToggle?.([...hidden]);
}

/** Zooms, says so, and tells the page; null resets. Nothing happens if nothing would change. */
export function zoomTo(chart: Chart, range: Range | null): void {
  const {view, live} = chart;
  if (!zoom(view, range)) return;
  redraw(chart);
  live.textContent = `Showing ${rangeOf(view)
    .map((time) => formatUtc(time))
    .join(" to ")}`;
  holdFocus(view.options.title, view.time, chart.surface);
  view.options.onZoom?.(view.range);
}

function timeAt({view, frame}: Chart, x: number): number {
  const [from, to] = rangeOf(view);
  return Math.round(Math.max(from, Math.min(to, frame.x.invert(x).getTime())));
}

function clamp({frame}: Chart, x: number): number {
  return Math.max(0, Math.min(frame.right, x));
}

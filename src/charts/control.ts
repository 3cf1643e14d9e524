import {beforeState} from "../url/state.js";
import {move, selection, stopAt} from "./cursor.js";
import type {Gestures} from "./gestures.js";
import {type Message, notifyLinked, sharedAxis} from "./link.js";
import {moved, pinched, type Range, scaled} from "./model.js";
import {announce, type Chart, point, redraw, showCursor, showOverlay} from "./paint.js";
import {inTradingTime} from "./trading-time.js";
import {formatTime, handOver, noteTimes, rangeOf, visible, zoom} from "./view.js";

/** What pointer, wheel and key gestures do to a chart. */
export function gesturesOf(chart: Chart): Gestures {
  const {view} = chart;
  return {
    point: (x) => point(chart, stopAt(visible(view), chart.stops, timeAt(chart, x), view.trading)),
    leave: () => point(chart, undefined),
    drag: (from, to) => showOverlay(chart, selection(chart.frame, clamp(chart, from), clamp(chart, to))),
    zoom: (from, to) => {
      const place = (x: number): number => chart.frame.trading.at(timeAt(chart, x));
      zoomTo(
        chart,
        changed(chart, () => [place(Math.min(from, to)), place(Math.max(from, to))])
      );
    },
    drop: () => showCursor(chart),
    reset: () => zoomTo(chart, null),
    step: (places) => {
      const time = view.time ?? chart.stops.at(-1);
      point(chart, time === undefined ? undefined : move(chart.stops, time, places));
      announce(chart);
    },
    stepNote: (way) => stepNote(chart, way),
    scale: (factor, x) => {
      if (!canScale(chart, factor)) return false;
      const time = x === undefined ? view.time : timeAt(chart, x);
      const around = ([from, to]: Range): number => (time === null ? (from + to) / 2 : chart.frame.trading.at(time));
      return showSoon(
        chart,
        changed(chart, (range, full) => scaled(range, factor, around(range), full))
      );
    },
    pan: (px) => show(chart, panned(chart, px)),
    scroll: (px) => showSoon(chart, panned(chart, px)),
    shift: (parts) => {
      const by = ([from, to]: Range): number => parts * (to - from);
      showSoon(
        chart,
        changed(chart, (range, full) => moved(range, by(range), full))
      );
    },
    pinch: ([a, b], [c, d]) => {
      if (!canScale(chart, Math.abs((b - a) / (d - c)))) return;
      const places = (one: number, other: number): Range => [placeAt(chart, one), placeAt(chart, other)];
      show(
        chart,
        changed(chart, (range, full) => pinched(range, places(a, b), places(c, d), full))
      );
    },
    settle: () => settle(chart),
    hint: () => {
      // Restarts its animation, which ends by itself.
      chart.hint.classList.remove("fb-shown");
      void chart.hint.offsetWidth;
      chart.hint.classList.add("fb-shown");
    }
  };
}

// Moves the cursor to the next note, or to the previous one.
function stepNote(chart: Chart, way: number): void {
  const {view} = chart;
  const [times, from] = [noteTimes(view), view.time];
  const next =
    way > 0 ? times.find((time) => time > (from ?? -Infinity)) : times.findLast((time) => time < (from ?? Infinity));
  if (next === undefined) return;
  point(chart, next);
  announce(chart);
}

/** Shows or hides a series, and reports it to the page. */
export function toggle(chart: Chart, key: string): void {
  const {hidden, options, tracks} = chart.view;
  if (!hidden.delete(key)) hidden.add(key);
  handOver(chart.view);
  redraw(chart);
  options.onToggle?.(
    [...hidden],
    tracks.map((track) => track.key)
  );
}

/** Applies a message of a linked chart. */
export function follow(chart: Chart, message: Message): void {
  const {view} = chart;
  if ("time" in message) {
    view.time = message.time;
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

// Zooming in ends at two points.
function canScale({stops}: Chart, factor: number): boolean {
  return factor > 1 || stops.length > 2;
}

function timeAt({view, frame}: Chart, x: number): number {
  const [from, to] = rangeOf(view);
  return Math.round(Math.max(from, Math.min(to, frame.x.invert(x).getTime())));
}

// The shown range after a change that is computed in trading time.
function changed({view, frame}: Chart, change: (range: Range, full: Range) => Range): Range {
  return inTradingTime(frame.trading, [rangeOf(view), view.full], change);
}

function panned(chart: Chart, px: number): Range {
  return changed(chart, (range, full) => moved(range, placeAt(chart, 0) - placeAt(chart, px), full));
}

// The trading time at an x in px.
function placeAt({frame: {x, trading}}: Chart, px: number): number {
  return trading.at(+x.invert(px));
}

function clamp({frame}: Chart, x: number): number {
  return Math.max(0, Math.min(frame.right, x));
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
  chart.cancelReport?.();
  if (reported?.[0] === view.range?.[0] && reported?.[1] === view.range?.[1]) return;
  chart.reported = view.range;
  live.textContent = `Showing ${rangeOf(view)
    .map((time) => formatTime(view, time))
    .join(" to ")}`;
  view.options.onZoom?.(view.range);
}

/**
 * Zooms, and reports it to the page once idle, or just before something else changes the page's state. Returns whether
 * it zoomed.
 */
export function showSoon(chart: Chart, range: Range | null): boolean {
  const zoomed = show(chart, range);
  chart.cancelReport?.();
  chart.cancelReport = onceIdle(() => {
    if (chart.shell.figure.isConnected) settle(chart);
  });
  return zoomed;
}

// Back and Forward cancel the report: their state is newer.
function onceIdle(report: () => void): () => void {
  const cancel = (): void => {
    clearTimeout(timer);
    removeEventListener("popstate", cancel);
    unsubscribe();
  };
  const now = (): void => {
    cancel();
    report();
  };
  const timer = setTimeout(now, idleMs);
  const unsubscribe = beforeState(now);
  addEventListener("popstate", cancel);
  return cancel;
}

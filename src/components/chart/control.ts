import {beforeState} from "../../lib/state.js";
import {move, selection, stopAt} from "./cursor.js";
import type {Gestures} from "./gestures.js";
import {holdFocus, type Message, sharedAxis, tellLinked} from "./link.js";
import {moved, pinched, type Range, scaled} from "./model.js";
import {announce, type Chart, point, redraw, showCursor, showOverlay} from "./paint.js";
import {inOpenTime} from "./trading-time.js";
import {formatTime, leave, rangeOf, visible, zoom} from "./view.js";

/** What pointer, wheel and keys do to a chart. */
export function gesturesOf(chart: Chart): Gestures {
  const {view} = chart;
  return {
    point: (x) => point(chart, stopAt(visible(view), chart.stops, timeAt(chart, x), view.open)),
    leave: () => point(chart, undefined),
    drag: (from, to) => showOverlay(chart, selection(chart.frame, clamp(chart, from), clamp(chart, to))),
    zoom: (from, to) => {
      const place = (x: number): number => chart.frame.open.at(timeAt(chart, x));
      zoomTo(
        chart,
        after(chart, () => [place(Math.min(from, to)), place(Math.max(from, to))])
      );
    },
    drop: () => showCursor(chart),
    reset: () => zoomTo(chart, null),
    step: (places) => {
      const time = view.time ?? chart.stops.at(-1);
      point(chart, time === undefined ? undefined : move(chart.stops, time, places));
      announce(chart);
    },
    scale: (factor, x) => {
      if (!canScale(chart, factor)) return false;
      const time = x === undefined ? view.time : timeAt(chart, x);
      const around = ([from, to]: Range): number => (time === null ? (from + to) / 2 : chart.frame.open.at(time));
      return showSoon(
        chart,
        after(chart, (range, full) => scaled(range, factor, around(range), full))
      );
    },
    pan: (px) => show(chart, panned(chart, px)),
    scroll: (px) => showSoon(chart, panned(chart, px)),
    shift: (parts) => {
      const by = ([from, to]: Range): number => parts * (to - from);
      showSoon(
        chart,
        after(chart, (range, full) => moved(range, by(range), full))
      );
    },
    pinch: ([a, b], [c, d]) => {
      if (!canScale(chart, Math.abs((b - a) / (d - c)))) return;
      const places = (one: number, other: number): Range => [placeAt(chart, one), placeAt(chart, other)];
      show(
        chart,
        after(chart, (range, full) => pinched(range, places(a, b), places(c, d), full))
      );
    },
    settle: () => settle(chart),
    hint: () => {
      // Begun anew: its animation ends by itself.
      chart.hint.classList.remove("fb-shown");
      void chart.hint.offsetWidth;
      chart.hint.classList.add("fb-shown");
    }
  };
}

/** Shows or hides a series, and tells the page. */
export function toggle(chart: Chart, key: string): void {
  const {hidden, options, tracks} = chart.view;
  if (!hidden.delete(key)) hidden.add(key);
  leave(chart.view);
  redraw(chart);
  options.onToggle?.(
    [...hidden],
    tracks.map((track) => track.key)
  );
}

/** Does as a linked chart did. */
export function follow(chart: Chart, message: Message): void {
  const {view} = chart;
  if ("time" in message) {
    view.time = message.time;
    chart.place = message.time;
    showCursor(chart);
  } else if ("axis" in message) {
    if (sharedAxis(chart.shell.figure, chart.frame.axis) !== view.axis) redraw(chart);
  } else {
    if (zoom(view, message.range)) redraw(chart);
    leave(view);
    chart.reported = view.range;
  }
}

// Not closer than two points: there would be nothing left to see.
function canScale({stops}: Chart, factor: number): boolean {
  return factor > 1 || stops.length > 2;
}

function timeAt({view, frame}: Chart, x: number): number {
  const [from, to] = rangeOf(view);
  return Math.round(Math.max(from, Math.min(to, frame.x.invert(x).getTime())));
}

// The range shown after a change in time as it is drawn.
function after({view, frame}: Chart, change: (range: Range, full: Range) => Range): Range {
  return inOpenTime(frame.open, [rangeOf(view), view.full], change);
}

function panned(chart: Chart, px: number): Range {
  return after(chart, (range, full) => moved(range, placeAt(chart, 0) - placeAt(chart, px), full));
}

// Where a place in px is in open time.
function placeAt({frame: {x, open}}: Chart, px: number): number {
  return open.at(+x.invert(px));
}

function clamp({frame}: Chart, x: number): number {
  return Math.max(0, Math.min(frame.right, x));
}

/** How long wheel and keys may rest, in ms, before the page hears what they zoomed to. */
export const rest = 300;

/** Zooms, says so, and tells the page; null resets. Nothing happens if nothing would change. */
export function zoomTo(chart: Chart, range: Range | null): void {
  show(chart, range);
  settle(chart);
}

/** Zooms this chart and those linked to it, and leaves the page as it is: the gesture goes on. Returns whether it zoomed. */
export function show(chart: Chart, range: Range | null): boolean {
  if (!zoom(chart.view, range)) return false;
  leave(chart.view);
  redraw(chart);
  tellLinked(chart.shell.figure, {range: chart.view.range});
  return true;
}

/** Tells the page of the zoom, if it does not know of it. */
export function settle(chart: Chart): void {
  const {view, live, reported} = chart;
  chart.forget?.();
  if (reported?.[0] === view.range?.[0] && reported?.[1] === view.range?.[1]) return;
  chart.reported = view.range;
  live.textContent = `Showing ${rangeOf(view)
    .map((time) => formatTime(view, time))
    .join(" to ")}`;
  const part = chart.strip?.parts.find((one) => one === one.ownerDocument.activeElement) ?? chart.surface;
  holdFocus(part.getAttribute("aria-label") ?? "", view.time, part);
  view.options.onZoom?.(view.range);
}

/**
 * Zooms, and tells the page when nothing more has come for a while, or at once when the page's state is about to be changed
 * by something else, which then has the last word. Returns whether it zoomed.
 */
export function showSoon(chart: Chart, range: Range | null): boolean {
  const zoomed = show(chart, range);
  chart.forget?.();
  chart.forget = afterRest(() => {
    if (chart.shell.figure.isConnected) settle(chart);
  });
  return zoomed;
}

// Back and Forward say what to show from then on.
function afterRest(tell: () => void): () => void {
  const forget = (): void => {
    clearTimeout(timer);
    removeEventListener("popstate", forget);
    unsubscribe();
  };
  const now = (): void => {
    forget();
    tell();
  };
  const timer = setTimeout(now, rest);
  const unsubscribe = beforeState(now);
  addEventListener("popstate", forget);
  return forget;
}

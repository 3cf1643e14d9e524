import {selection} from "./crosshair.js";
import {move, stopAt} from "./cursor.js";
import type {Gestures} from "./gestures.js";
import {type Told, tellLinked} from "./link.js";
import type {Range} from "./model.js";
import {announce, type Chart, point, redraw, showCursor, showOverlay} from "./paint.js";
import {moved, pinched, scaled} from "./range.js";
import {holdFocus} from "./refocus.js";
import {formatTime, rangeOf, visible, zoom} from "./view.js";

/** How long wheel and keys may rest, in ms, before the page is told what they zoomed to. */
export const rest = 300;

/** What pointer, wheel and keys do to a chart. */
export function gesturesOf(chart: Chart): Gestures {
  const {view} = chart;
  return {
    point: (x) => point(chart, stopAt(visible(view), chart.stops, timeAt(chart, x))),
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
    scale: (factor, x) => {
      const [from, to] = rangeOf(view);
      const around = x === undefined ? (view.time ?? (from + to) / 2) : timeAt(chart, x);
      return canScale(chart, factor) && showSoon(chart, scaled([from, to], factor, around, view.full));
    },
    pan: (px) => show(chart, moved(rangeOf(view), -timeOf(chart, px), view.full)),
    scroll: (px) => showSoon(chart, moved(rangeOf(view), -timeOf(chart, px), view.full)),
    shift: (parts) => {
      const [from, to] = rangeOf(view);
      showSoon(chart, moved([from, to], parts * (to - from), view.full));
    },
    pinch: ([a, b], [c, d]) => {
      const times = (...[one, other]: [number, number]): Range => [
        +chart.frame.x.invert(one),
        +chart.frame.x.invert(other)
      ];
      if (!canScale(chart, Math.abs((b - a) / (d - c)))) return;
      show(chart, pinched(rangeOf(view), times(a, b), times(c, d), view.full));
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
  redraw(chart);
  options.onToggle?.(
    [...hidden],
    tracks.map((track) => track.key)
  );
}

/** Zooms, says so, and tells the page; null resets. Nothing happens if nothing would change. */
export function zoomTo(chart: Chart, range: Range | null): void {
  show(chart, range);
  settle(chart);
}

/** Zooms this chart and those linked to it, and leaves the page as it is: the gesture goes on. Returns whether it zoomed. */
export function show(chart: Chart, range: Range | null): boolean {
  if (!zoom(chart.view, range)) return false;
  redraw(chart);
  tellLinked(chart.shell.figure, {range: chart.view.range});
  return true;
}

/** Tells the page of the zoom, if it does not know of it. */
export function settle(chart: Chart): void {
  const {view, live, told} = chart;
  chart.forget?.();
  if (told?.[0] === view.range?.[0] && told?.[1] === view.range?.[1]) return;
  chart.told = view.range;
  live.textContent = `Showing ${rangeOf(view)
    .map((time) => formatTime(view, time))
    .join(" to ")}`;
  const part = chart.strip?.parts.find((one) => one === one.ownerDocument.activeElement) ?? chart.surface;
  holdFocus(part.getAttribute("aria-label") ?? "", view.time, part);
  view.options.onZoom?.(view.range);
}

/** Zooms, and tells the page when nothing more has come for a while. Returns whether it zoomed. */
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
  };
  const timer = setTimeout(() => {
    forget();
    tell();
  }, rest);
  addEventListener("popstate", forget);
  return forget;
}

/** Does as a linked chart did, which has told the page. */
export function follow(chart: Chart, told: Told): void {
  const {view} = chart;
  if ("time" in told) {
    view.time = told.time;
    showCursor(chart);
  } else {
    if (zoom(view, told.range)) redraw(chart);
    chart.told = view.range;
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

function timeOf({frame: {x}}: Chart, px: number): number {
  return +x.invert(px) - +x.invert(0);
}

function clamp({frame}: Chart, x: number): number {
  return Math.max(0, Math.min(frame.right, x));
}

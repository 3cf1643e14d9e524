import {beforeState} from "../../lib/state.js";
import {tellLinked} from "./link.js";
import type {Range} from "./model.js";
import {type Chart, redraw} from "./paint.js";
import {holdFocus} from "./refocus.js";
import {formatTime, rangeOf, zoom} from "./view.js";

/** How long wheel and keys may rest, in ms, before the page is told what they zoomed to. */
export const rest = 300;

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
    leave();
  };
  const now = (): void => {
    forget();
    tell();
  };
  const timer = setTimeout(now, rest);
  const leave = beforeState(now);
  addEventListener("popstate", forget);
  return forget;
}

import {onKeys, onPointer} from "../ui/elements/dom.js";
import {
  endMeasure,
  isRuled,
  leave,
  measureByKeys,
  measureTo,
  settle,
  show,
  showSoon,
  startMeasure,
  zoomTo
} from "./control.js";
import {move, selection, stopAt} from "./cursor.js";
import {moved, pinched, type Range, scaled} from "./model.js";
import {announce, type Chart, point, showCursor, showOverlay} from "./paint.js";
import {inTradingTime} from "./trading-time.js";
import {canMove, noteTimes, rangeOf, visible} from "./view.js";

/** Lets mouse, fingers, keys and wheel move the cursor, zoom, and move the picture. A double click resets. */
export function listenToGestures(chart: Chart): void {
  listenToMouse(chart);
  listenToFingers(chart);
  listenToKeys(chart);
  listenToWheel(chart);
  chart.surface.addEventListener("dblclick", () => zoomTo(chart, null));
}

const shortestDrag = 5; // px

function listenToMouse(chart: Chart): void {
  const {surface} = chart;
  let from: number | null = null;
  let grabbed: number | null = null; // the x at which Shift, or the time axis, holds the picture
  const isDrag = (start: number | null, x: number): start is number =>
    start !== null && Math.abs(x - start) >= shortestDrag;
  const listen = (type: string, act: (event: PointerEvent, x: number, y: number) => void): void =>
    onPointer(surface, type, (event, ...place) => event.pointerType !== "touch" && act(event, ...place));
  const end = (): void => {
    if (grabbed !== null) settle(chart);
    from = grabbed = null;
  };
  listen("pointerdown", (event, x, y) => {
    if (event.button !== 0) return;
    chart.measure = null;
    if (event.shiftKey || y > chart.frame.bottom) grabbed = x;
    else if (event.altKey || isRuled(chart)) measureFrom(chart, x);
    else from = x;
    surface.setPointerCapture?.(event.pointerId);
  });
  listen("pointermove", (_, x, y) => {
    if (grabbed !== null) {
      show(chart, panned(chart, x - grabbed));
      grabbed = x;
      return;
    }
    pointAt(chart, x, y);
    measureTo(chart);
    surface.style.cursor = y > chart.frame.bottom ? "ew-resize" : "";
    if (isDrag(from, x)) showOverlay(chart, selection(chart.frame, from, x));
  });
  listen("pointerup", (_, x) => {
    endMeasure(chart);
    if (isDrag(from, x)) zoomBetween(chart, Math.min(from, x), Math.max(from, x));
    else if (grabbed === null) showCursor(chart);
    end();
  });
  listen("pointercancel", () => {
    endMeasure(chart);
    end();
    showCursor(chart);
  });
  listen("pointerleave", () => {
    if (from === null && grabbed === null) point(chart, undefined);
  });
}

function listenToFingers(chart: Chart): void {
  const fingers = new Map<number, number>(); // x by id
  let isPinch = false;
  let isPan = false; // one finger on the time axis
  const listen = (type: string, act: (id: number, x: number, y: number) => void): void =>
    onPointer(
      chart.surface,
      type,
      ({pointerType, pointerId}, ...place) => pointerType === "touch" && act(pointerId, ...place)
    );
  const lift = (id: number): void => {
    fingers.delete(id);
    endMeasure(chart);
    if (!(isPinch || isPan) || fingers.size > 1) return;
    isPinch = isPan = false;
    fingers.clear(); // the remaining finger must not move the cursor
    settle(chart);
  };
  listen("pointerdown", (id, x, y) => {
    if (fingers.size === 2) return;
    fingers.set(id, x);
    isPan = fingers.size === 1 && y > chart.frame.bottom;
    if (isPan) return;
    chart.measure = null;
    if (fingers.size === 1 && isRuled(chart)) measureFrom(chart, x);
    else if (fingers.size === 1) pointAt(chart, x);
    else showCursor(chart);
  });
  listen("pointermove", (id, x) => {
    if (!fingers.has(id)) return;
    const before = [...fingers.values()];
    fingers.set(id, x);
    const [[a = x, b], [c = x, d]] = [before, [...fingers.values()]];
    if (isPan) return void show(chart, panned(chart, c - a));
    if (b === undefined || d === undefined) {
      pointAt(chart, x);
      return measureTo(chart);
    }
    isPinch = true;
    pinch(chart, [a, b], [c, d]);
  });
  listen("pointerup", lift);
  listen("pointercancel", lift);
}

// Arrows move the cursor, with Shift the picture; N goes to the next note, Shift + N to the previous one; M measures.
function listenToKeys(chart: Chart): void {
  onKeys(chart.surface, ({shiftKey}) => {
    const step = (places: number) => () => stepCursor(chart, places);
    const arrow = (way: number) => (shiftKey ? () => shift(chart, way / 4) : step(way));
    const [closer, further, reset] = [() => scale(chart, 0.5), () => scale(chart, 2), () => leave(chart)];
    return {
      ...{ArrowLeft: arrow(-1), ArrowRight: arrow(1), PageUp: step(10), PageDown: step(-10)},
      ...{Home: step(-Infinity), End: step(Infinity)},
      m: () => measureByKeys(chart),
      ...{n: () => stepNote(chart, 1), N: () => stepNote(chart, -1)},
      ...{"+": closer, "=": closer, "-": further, _: further},
      ...{0: reset, Escape: reset}
    };
  });
}

// Zooms with Ctrl or ⌘ (a trackpad's pinch sends Ctrl) or keyboard focus, and moves sideways. Else it scrolls the page.
function listenToWheel(chart: Chart): void {
  const {surface, view} = chart;
  const onWheel = (event: WheelEvent): void => {
    const {deltaX, deltaY, shiftKey, ctrlKey, metaKey, deltaMode} = event;
    const unit = [1, 16, 400][deltaMode] ?? 1; // of pixels, lines or pages
    const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX;
    const isSideways = Math.abs(sideways) > Math.abs(shiftKey ? 0 : deltaY) && !ctrlKey;
    if (isSideways ? !canMove(view) : !(ctrlKey || metaKey || surface.matches(":focus-visible"))) return;
    if (isSideways) showSoon(chart, panned(chart, -sideways * unit));
    else {
      const x = event.clientX - surface.getBoundingClientRect().left;
      const isZoomed = scale(chart, wheelFactor(deltaY * unit), x);
      if (!isZoomed && !ctrlKey && !metaKey) return; // with these keys the browser would zoom the page
    }
    event.preventDefault();
  };
  surface.addEventListener("wheel", onWheel, {passive: false});
}

// A notch of a wheel is about 100 px, a pinch step on a trackpad a few.
function wheelFactor(pixels: number): number {
  return Math.min(2, Math.max(0.5, 2 ** (pixels * (Math.abs(pixels) < 40 ? 0.015 : 0.004))));
}

function pointAt(chart: Chart, x: number, y: number | null = null): void {
  const {view, stops} = chart;
  point(chart, stopAt(visible(view), stops, timeAt(chart, x), view.trading), y);
}

function stepCursor(chart: Chart, places: number): void {
  const {view, stops} = chart;
  const time = view.time ?? stops.at(-1);
  point(chart, time === undefined ? undefined : move(stops, time, places));
  measureTo(chart);
  announce(chart);
}

function measureFrom(chart: Chart, x: number): void {
  pointAt(chart, x);
  startMeasure(chart);
}

function stepNote(chart: Chart, way: number): void {
  const [times, from] = [noteTimes(chart.view), chart.view.time];
  const later = times.find((time) => time > (from ?? -Infinity));
  const next = way > 0 ? later : times.findLast((time) => time < (from ?? Infinity));
  if (next === undefined) return;
  point(chart, next);
  announce(chart);
}

function zoomBetween(chart: Chart, left: number, right: number): void {
  const {at} = chart.frame.trading;
  const to: Range = [at(timeAt(chart, left)), at(timeAt(chart, right))];
  const range = changed(chart, () => to);
  zoomTo(chart, range);
}

// Around x, or by default the cursor. Returns whether the range changed.
function scale(chart: Chart, factor: number, x?: number): boolean {
  if (!canScale(chart, factor)) return false;
  const time = x === undefined ? chart.view.time : timeAt(chart, x);
  const around = ([from, to]: Range): number => (time === null ? (from + to) / 2 : chart.frame.trading.at(time));
  const range = changed(chart, (range, full) => scaled(range, factor, around(range), full));
  return showSoon(chart, range);
}

function pinch(chart: Chart, [a, b]: Range, [c, d]: Range): void {
  if (!canScale(chart, Math.abs((b - a) / (d - c)))) return;
  const places = (one: number, other: number): Range => [placeAt(chart, one), placeAt(chart, other)];
  const range = changed(chart, (range, full) => pinched(range, places(a, b), places(c, d), full));
  show(chart, range);
}

// Moves by parts of the time range.
function shift(chart: Chart, parts: number): void {
  const range = changed(chart, ([from, to], full) => moved([from, to], parts * (to - from), full));
  showSoon(chart, range);
}

function panned(chart: Chart, px: number): Range {
  return changed(chart, (range, full) => moved(range, placeAt(chart, 0) - placeAt(chart, px), full));
}

// Zooming in ends at two points.
function canScale({stops}: Chart, factor: number): boolean {
  return factor > 1 || stops.length > 2;
}

// The shown range after a change in trading time.
function changed({view, frame}: Chart, change: (range: Range, full: Range) => Range): Range {
  return inTradingTime(frame.trading, [rangeOf(view), view.outer], change);
}

function timeAt({view, frame}: Chart, x: number): number {
  const [from, to] = rangeOf(view);
  return Math.round(Math.max(from, Math.min(to, +frame.x.invert(x))));
}

// The trading time at an x in px.
function placeAt({frame: {x, trading}}: Chart, px: number): number {
  return trading.at(+x.invert(px));
}

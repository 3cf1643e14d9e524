import {onKeys, onPointer} from "../ui/elements/dom.js";
import {moved, type Range, scaled} from "./model.js";

/** What a brush calls on its chart. */
export interface BrushHandlers {
  /** The range changed; the gesture goes on. */
  onMove(range: Range): void;
  /** The gesture ended. */
  onEnd(): void;
  /** A key changed the range; more keys may follow. */
  onKey(range: Range): void;
  onReset(): void;
}

/** The elements of a brush. */
export interface BrushParts {
  element: HTMLElement;
  start: HTMLElement;
  whole: HTMLElement;
  end: HTMLElement;
}

/** The range that a brush shows, the whole range, and the time at an x in px. */
export interface BrushScale {
  shown: () => Range;
  full: Range;
  timeAt: (x: number) => number;
}

type Drag = (time: number) => Range;

const shortest = 5; // px

/**
 * Listens to a brush. Its ends resize it, its middle moves it, a double click resets it. Outside it, or if it covers
 * everything, a drag makes a new brush and a click centres it there. Arrow keys resize and move it, further with Shift.
 */
export function listenToBrush(parts: BrushParts, brushed: BrushHandlers, place: BrushScale): void {
  listenToPointer(parts, brushed, place);
  for (const part of ["start", "whole", "end"] as const) listenToKeys(parts[part], part, brushed, place);
  parts.element.addEventListener("dblclick", () => brushed.onReset());
}

function listenToPointer(parts: BrushParts, {onMove, onEnd}: BrushHandlers, place: BrushScale): void {
  const {element} = parts;
  let drag: Drag | null = null;
  let [from, far] = [NaN, false];
  let made = false; // whether the drag makes a new brush
  onPointer(element, "pointerdown", (event, x) => {
    if (event.button !== 0 || drag !== null) return;
    [from, far] = [x, false];
    made =
      event.target !== parts.start && event.target !== parts.end && !(event.target === parts.whole && isPart(place));
    drag = dragOf(event.target, parts, place, place.timeAt(x));
    element.setPointerCapture?.(event.pointerId);
  });
  onPointer(element, "pointermove", (_, x) => {
    far ||= Math.abs(x - from) >= shortest;
    if (drag !== null && far) onMove(drag(place.timeAt(x)));
  });
  onPointer(element, "pointerup", (_, x) => {
    if (drag === null) return;
    if (!far && made && isPart(place)) onMove(centred(place, place.timeAt(x)));
    drag = null;
    onEnd();
  });
  onPointer(element, "pointercancel", () => {
    if (drag !== null) onEnd();
    drag = null;
  });
}

function dragOf(target: EventTarget | null, {start, whole, end}: BrushParts, place: BrushScale, at: number): Drag {
  const [from, to] = place.shown();
  if (target === start) return (time) => resized(from + time - at, to, "start", place);
  if (target === end) return (time) => resized(from, to + time - at, "end", place);
  if (target === whole && isPart(place)) return (time) => moved([from, to], time - at, place.full);
  return (time) => resized(Math.min(at, time), Math.max(at, time), at < time ? "end" : "start", place);
}

function listenToKeys(
  element: HTMLElement,
  part: "start" | "whole" | "end",
  brushed: BrushHandlers,
  place: BrushScale
): void {
  const {shown, full} = place;
  const scale = (factor: number) => () => {
    const [from, to] = shown();
    const range = scaled([from, to], factor, (from + to) / 2, full);
    brushed.onKey(factor < 1 && range[1] - range[0] < leastOf(full) ? [from, to] : range);
  };
  onKeys(element, ({shiftKey}) => {
    const move = (way: number) => () => {
      const [from, to] = shown();
      const by = way * (shiftKey ? 10 : 1) * (part === "whole" ? (to - from) / 10 : (full[1] - full[0]) / 100);
      if (part === "whole") brushed.onKey(moved([from, to], by, full));
      else if (part === "start") brushed.onKey(resized(from + by, to, "start", place));
      else brushed.onKey(resized(from, to + by, "end", place));
    };
    return {
      ...{ArrowLeft: move(-1), ArrowDown: move(-1), ArrowRight: move(1), ArrowUp: move(1)},
      ...{Home: move(-Infinity), End: move(Infinity)},
      ...{"+": scale(0.5), "=": scale(0.5), "-": scale(2), _: scale(2)},
      ...{Escape: brushed.onReset, 0: brushed.onReset}
    };
  });
}

// A range with one end moved, within the whole and at least a thousandth of it; the other end stays.
function resized(from: number, to: number, part: "start" | "end", {full}: BrushScale): Range {
  const least = leastOf(full);
  const start = part === "start" ? Math.min(to - least, from) : from;
  const end = part === "end" ? Math.max(from + least, to) : to;
  return [Math.round(Math.max(full[0], start)), Math.round(Math.min(full[1], end))];
}

function leastOf([from, to]: Range): number {
  return (to - from) / 1000;
}

function centred({shown, full}: BrushScale, time: number): Range {
  const [from, to] = shown();
  return moved([from, to], time - (from + to) / 2, full);
}

function isPart({shown, full}: BrushScale): boolean {
  const [from, to] = shown();
  return from > full[0] || to < full[1];
}

import {onKeys, onPointer} from "../ui/elements/dom.js";

/** What pointer, wheel and keys do to a chart; x is in px from its left edge. */
export interface Gestures extends FingerGestures, WheelGestures {
  leave(): void;
  /** A drag goes on. */
  drag(from: number, to: number): void;
  /** A drag ended. */
  zoom(from: number, to: number): void;
  /** A drag ended where it began, or was cancelled. */
  drop(): void;
  reset(): void;
  step(places: number): void;
  /** Moves the cursor to the next note, or the one before if negative. */
  stepNote(way: number): void;
  /** Moves the picture by px; `settle` follows. */
  pan(px: number): void;
  /** Moves to a later time, or earlier if negative, by parts of the time range. */
  shift(parts: number): void;
}

const shortest = 5;

/**
 * Listens to the pointer. A mouse points, zooms to the range dragged over, and with Shift moves the picture. One finger
 * points, two pinch. A double click resets.
 */
export function listenToPointer(surface: HTMLElement, gestures: Gestures): void {
  listenToMouse(surface, gestures);
  listenToFingers(surface, gestures);
  surface.addEventListener("dblclick", () => gestures.reset());
}

function listenToMouse(surface: HTMLElement, gestures: Gestures): void {
  let from: number | null = null;
  let grabbed: number | null = null; // the x at which Shift-drag holds the picture
  const end = (): void => {
    if (grabbed !== null) gestures.settle();
    from = grabbed = null;
    surface.classList.remove("fb-moving");
  };
  const listen = (type: string, act: (event: PointerEvent, x: number) => void): void =>
    onPointer(surface, type, (event, x) => event.pointerType !== "touch" && act(event, x));
  listen("pointerdown", (event, x) => {
    if (event.button !== 0) return;
    if (event.shiftKey) grabbed = x;
    else from = x;
    surface.classList.toggle("fb-moving", grabbed !== null);
    surface.setPointerCapture?.(event.pointerId);
  });
  listen("pointermove", (_, x) => {
    if (grabbed !== null) {
      gestures.pan(x - grabbed);
      grabbed = x;
      return;
    }
    gestures.point(x);
    if (from !== null && isFar(from, x)) gestures.drag(from, x);
  });
  listen("pointerup", (_, x) => {
    if (from !== null && isFar(from, x)) gestures.zoom(from, x);
    else if (grabbed === null) gestures.drop();
    end();
  });
  listen("pointercancel", () => {
    end();
    gestures.drop();
  });
  listen("pointerleave", () => {
    if (from === null && grabbed === null) gestures.leave();
  });
}

function isFar(from: number, to: number): boolean {
  return Math.abs(to - from) >= shortest;
}

/**
 * Listens to the keys: arrows move the cursor, with Shift the picture; Page keys move it ten places, Home and End to
 * the ends; N to the next note, Shift + N to the one before; + and − zoom; Escape and 0 reset.
 */
export function listenToKeys(surface: HTMLElement, gestures: Gestures): void {
  onKeys(surface, ({shiftKey}) => {
    const go = (places: number, parts: number) => () => (shiftKey ? gestures.shift(parts) : gestures.step(places));
    return {
      ArrowLeft: go(-1, -0.25),
      ArrowRight: go(1, 0.25),
      PageUp: () => gestures.step(10),
      PageDown: () => gestures.step(-10),
      Home: () => gestures.step(-Infinity),
      End: () => gestures.step(Infinity),
      n: () => gestures.stepNote(1),
      N: () => gestures.stepNote(-1),
      "+": () => gestures.scale(0.5),
      "=": () => gestures.scale(0.5),
      "-": () => gestures.scale(2),
      _: () => gestures.scale(2),
      0: () => gestures.reset(),
      Escape: () => gestures.reset()
    };
  });
}

// What fingers do to a chart; x is in px from its left edge.
interface FingerGestures {
  point(x: number): void;
  /** Two fingers moved from two x to two others: the picture under them moves along. */
  pinch(from: readonly [number, number], to: readonly [number, number]): void;
  /** A pan or pinch ended. */
  settle(): void;
  /** A second finger came down: discards what the first did. */
  drop(): void;
}

/** Listens to fingers: one points, two move and scale the picture under them. */
function listenToFingers(surface: HTMLElement, gestures: FingerGestures): void {
  const fingers = new Map<number, number>();
  let pinched = false;
  const listen = (type: string, act: (id: number, x: number) => void): void =>
    onPointer(surface, type, ({pointerType, pointerId}, x) => pointerType === "touch" && act(pointerId, x));
  const lift = (id: number): void => {
    fingers.delete(id);
    if (!pinched || fingers.size > 1) return;
    pinched = false;
    fingers.clear(); // the remaining finger must not move the cursor
    gestures.settle();
  };
  listen("pointerdown", (id, x) => {
    if (fingers.size === 2) return;
    fingers.set(id, x);
    if (fingers.size === 1) gestures.point(x);
    else gestures.drop();
  });
  listen("pointermove", (id, x) => {
    if (!fingers.has(id)) return;
    const before = [...fingers.values()];
    fingers.set(id, x);
    const [[a = x, b], [c = x, d]] = [before, [...fingers.values()]];
    if (b === undefined || d === undefined) return gestures.point(x);
    pinched = true;
    gestures.pinch([a, b], [c, d]);
  });
  listen("pointerup", lift);
  listen("pointercancel", lift);
}

// What the wheel does to a chart; x is in px from its left edge.
interface WheelGestures {
  /** Scales the time range by a factor, around x or by default the cursor. Returns whether the range changed. */
  scale(factor: number, x?: number): boolean;
  /** Moves the picture by px. */
  scroll(px: number): void;
  /** The wheel scrolled the page: shows how it would zoom. */
  hint(): void;
}

/**
 * Listens to the wheel. It zooms while Ctrl or ⌘ is held (a trackpad's pinch sends Ctrl), or while the chart has
 * keyboard focus (`:focus-visible`, which a click does not give). Sideways, or with Shift, it moves the picture.
 * Otherwise, and if there is nothing to zoom, it scrolls the page.
 */
export function listenToWheel(surface: HTMLElement, gestures: WheelGestures, canPan: () => boolean): void {
  surface.addEventListener(
    "wheel",
    (event) => {
      const {deltaX, deltaY, shiftKey, deltaMode} = event;
      const unit = [1, 16, 400][deltaMode] ?? 1; // of pixels, lines or pages
      const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX;
      const across = Math.abs(sideways) > Math.abs(shiftKey ? 0 : deltaY);
      if (across && !event.ctrlKey) {
        if (!canPan()) return;
        gestures.scroll(-sideways * unit);
      } else if (event.ctrlKey || event.metaKey || showsFocus(surface)) {
        const x = event.clientX - surface.getBoundingClientRect().left;
        const zooms = gestures.scale(factorOf(deltaY * unit), x);
        if (!zooms && !event.ctrlKey && !event.metaKey) return; // with these keys the browser would zoom the page
      } else {
        gestures.hint();
        return;
      }
      event.preventDefault();
    },
    {passive: false}
  );
}

function showsFocus(surface: HTMLElement): boolean {
  try {
    return surface.matches(":focus-visible");
  } catch {
    return false; // a browser without this selector
  }
}

// A notch of a wheel is about 100 px, a pinch step on a trackpad a few.
function factorOf(pixels: number): number {
  return Math.min(2, Math.max(0.5, 2 ** (pixels * (Math.abs(pixels) < 40 ? 0.015 : 0.004))));
}

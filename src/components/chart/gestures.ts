import {onKeys, onPointer} from "../parts/dom.js";

/** What pointer, wheel and keys ask of a chart; places along it are in px from its left edge. */
export interface Gestures extends Touched, Turned {
  leave(): void;
  /** A drag goes on. */
  drag(from: number, to: number): void;
  /** A drag ended. */
  zoom(from: number, to: number): void;
  /** A drag ended where it began, or was given up. */
  drop(): void;
  reset(): void;
  step(places: number): void;
  /** Moves the picture along by px, until it is settled. */
  pan(px: number): void;
  /** Moves to a later time, by parts of the time range; back if negative. */
  shift(parts: number): void;
}

const shortest = 5;

/**
 * Listens to the pointer: a mouse points and drags out a range, or with Shift moves the picture; a finger points, two pinch;
 * a double click resets.
 */
export function listenToPointer(surface: HTMLElement, gestures: Gestures): void {
  listenToMouse(surface, gestures);
  listenToFingers(surface, gestures);
  surface.addEventListener("dblclick", () => gestures.reset());
}

function listenToMouse(surface: HTMLElement, gestures: Gestures): void {
  let from: number | null = null;
  let held: number | null = null; // where the picture is held with Shift
  const end = (): void => {
    if (held !== null) gestures.settle();
    from = held = null;
    surface.classList.remove("fb-moving");
  };
  const listen = (type: string, heard: (event: PointerEvent, x: number) => void): void =>
    onPointer(surface, type, (event, x) => event.pointerType !== "touch" && heard(event, x));
  listen("pointerdown", (event, x) => {
    if (event.button !== 0) return;
    if (event.shiftKey) held = x;
    else from = x;
    surface.classList.toggle("fb-moving", held !== null);
    surface.setPointerCapture?.(event.pointerId);
  });
  listen("pointermove", (_, x) => {
    if (held !== null) {
      gestures.pan(x - held);
      held = x;
      return;
    }
    gestures.point(x);
    if (from !== null && isFar(from, x)) gestures.drag(from, x);
  });
  listen("pointerup", (_, x) => {
    if (from !== null && isFar(from, x)) gestures.zoom(from, x);
    else if (held === null) gestures.drop();
    end();
  });
  listen("pointercancel", () => {
    end();
    gestures.drop();
  });
  listen("pointerleave", () => {
    if (from === null && held === null) gestures.leave();
  });
}

function isFar(from: number, to: number): boolean {
  return Math.abs(to - from) >= shortest;
}

/**
 * Listens to the keys: arrows move the cursor and with Shift the picture, Page keys go ten places, Home and End to the ends,
 * + and − zoom, Escape and 0 reset.
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
      "+": () => gestures.scale(0.5),
      "=": () => gestures.scale(0.5),
      "-": () => gestures.scale(2),
      _: () => gestures.scale(2),
      0: () => gestures.reset(),
      Escape: () => gestures.reset()
    };
  });
}

// What fingers ask of a chart; places along it are in px from its left edge.
interface Touched {
  point(x: number): void;
  /** Two fingers moved, from two places to two others, and take with them what lies under them. */
  pinch(from: readonly [number, number], to: readonly [number, number]): void;
  /** A pan or pinch ended. */
  settle(): void;
  /** A second finger came: what the first did is void. */
  drop(): void;
}

/** Listens to fingers: one points, and two take what lies under them along, nearer together or further apart. */
export function listenToFingers(surface: HTMLElement, gestures: Touched): void {
  const fingers = new Map<number, number>();
  let pinched = false;
  const listen = (type: string, heard: (id: number, x: number) => void): void =>
    onPointer(surface, type, ({pointerType, pointerId}, x) => pointerType === "touch" && heard(pointerId, x));
  const lift = (id: number): void => {
    fingers.delete(id);
    if (!pinched || fingers.size > 1) return;
    pinched = false;
    fingers.clear(); // the finger that stays would point at what it held
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

// What the wheel asks of a chart; places along it are in px from its left edge.
interface Turned {
  /** By how much to scale the time range, around a place or (without one) the cursor. Returns whether that changed it. */
  scale(factor: number, x?: number): boolean;
  /** Moves the picture along by px. */
  scroll(px: number): void;
  /** The wheel is left to the page: how would it have zoomed? */
  hint(): void;
}

/**
 * Listens to the wheel. It zooms while Ctrl or ⌘ is held (so does a pinch on a trackpad) or the keyboard's focus is on the
 * chart, which a click does not count for; turned sideways, or with Shift, it moves the picture. Else, and where there is
 * nothing to zoom, it is the page's.
 */
export function listenToWheel(surface: HTMLElement, gestures: Turned, canPan: () => boolean): void {
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
        if (!zooms && !event.ctrlKey && !event.metaKey) return; // with these the browser would enlarge the page
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
    return false; // a browser that does not know it
  }
}

// A notch of a wheel is about 100 px, a step of a pinch on a trackpad a few.
function factorOf(pixels: number): number {
  return Math.min(2, Math.max(0.5, 2 ** (pixels * (Math.abs(pixels) < 40 ? 0.015 : 0.004))));
}

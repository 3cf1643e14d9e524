import {listenToFingers, type Touched} from "./touch.js";
import type {Turned} from "./wheel.js";

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
    surface.addEventListener(type, (event) => {
      const pointer = event as PointerEvent;
      if (pointer.pointerType === "touch") return;
      heard(pointer, pointer.clientX - surface.getBoundingClientRect().left);
    });
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
  surface.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const go = (places: number, parts: number) => () =>
      event.shiftKey ? gestures.shift(parts) : gestures.step(places);
    const actions: Record<string, () => void> = {
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
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

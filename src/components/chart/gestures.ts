/** What pointer and keys ask of a chart; places along it are in px from its left edge. */
export interface Gestures {
  point(x: number): void;
  leave(): void;
  /** A drag goes on. */
  drag(from: number, to: number): void;
  /** A drag ended. */
  zoom(from: number, to: number): void;
  /** A drag ended where it began, or was given up. */
  drop(): void;
  reset(): void;
  step(places: number): void;
  /** By how much to scale the time range around the cursor. */
  scale(factor: number): void;
}

const shortest = 5;

/** Listens to the pointer: a mouse points and drags out a range, a finger points, a double click resets. */
export function listenToPointer(surface: HTMLElement, gestures: Gestures): void {
  let from: number | null = null;
  const place = (event: MouseEvent): number => event.clientX - surface.getBoundingClientRect().left;
  surface.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (event.pointerType === "touch") return gestures.point(place(event));
    from = place(event);
    surface.setPointerCapture?.(event.pointerId);
  });
  surface.addEventListener("pointermove", (event) => {
    gestures.point(place(event));
    if (from !== null && Math.abs(place(event) - from) >= shortest) gestures.drag(from, place(event));
  });
  surface.addEventListener("pointerup", (event) => {
    if (from !== null && Math.abs(place(event) - from) >= shortest) gestures.zoom(from, place(event));
    else gestures.drop();
    from = null;
  });
  surface.addEventListener("pointercancel", () => {
    from = null;
    gestures.drop();
  });
  surface.addEventListener("pointerleave", (event) => {
    if (from === null && event.pointerType !== "touch") gestures.leave();
  });
  surface.addEventListener("dblclick", () => gestures.reset());
}

/** Listens to the keys: arrows (with Shift ten times as far), Home, End, + and -, Escape. */
export function listenToKeys(surface: HTMLElement, gestures: Gestures): void {
  surface.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const far = event.shiftKey ? 10 : 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => gestures.step(-far),
      ArrowRight: () => gestures.step(far),
      Home: () => gestures.step(-Infinity),
      End: () => gestures.step(Infinity),
      "+": () => gestures.scale(0.5),
      "=": () => gestures.scale(0.5),
      "-": () => gestures.scale(2),
      Escape: () => gestures.reset()
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

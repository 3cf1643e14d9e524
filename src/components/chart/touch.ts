/** What fingers ask of a chart; places along it are in px from its left edge. */
export interface Touched {
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
    surface.addEventListener(type, (event) => {
      const {pointerType, pointerId, clientX} = event as PointerEvent;
      if (pointerType === "touch") heard(pointerId, clientX - surface.getBoundingClientRect().left);
    });
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

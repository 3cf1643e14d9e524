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

/** Listens to the pointer: a mouse points and drags out a range, a finger points, two span a range, a double click resets. */
export function listenToPointer(surface: HTMLElement, gestures: Gestures): void {
  listenToMouse(surface, gestures);
  listenToFingers(surface, gestures);
  surface.addEventListener("dblclick", () => gestures.reset());
}

function listenToMouse(surface: HTMLElement, gestures: Gestures): void {
  let from: number | null = null;
  const listen = on(surface, ({pointerType}) => pointerType !== "touch");
  listen("pointerdown", (event, x) => {
    if (event.button !== 0) return;
    from = x;
    surface.setPointerCapture?.(event.pointerId);
  });
  listen("pointermove", (_, x) => {
    gestures.point(x);
    if (from !== null && isFar(from, x)) gestures.drag(from, x);
  });
  listen("pointerup", (_, x) => {
    if (from !== null && isFar(from, x)) gestures.zoom(from, x);
    else gestures.drop();
    from = null;
  });
  listen("pointercancel", () => {
    from = null;
    gestures.drop();
  });
  listen("pointerleave", () => {
    if (from === null) gestures.leave();
  });
}

function listenToFingers(surface: HTMLElement, gestures: Gestures): void {
  const fingers = new Map<number, number>();
  const listen = on(surface, ({pointerType}) => pointerType === "touch");
  const put = ({pointerId}: PointerEvent, x: number): void => {
    fingers.set(pointerId, x);
    const [from = x, to] = fingers.values();
    if (to === undefined) gestures.point(x);
    else gestures.drag(from, to);
  };
  const lift = (taken: boolean): void => {
    const [from, to] = fingers.values();
    fingers.clear();
    if (from === undefined || to === undefined) return;
    if (taken && isFar(from, to)) gestures.zoom(from, to);
    else gestures.drop();
  };
  listen("pointerdown", put);
  listen("pointermove", (event, x) => fingers.has(event.pointerId) && put(event, x));
  listen("pointerup", () => lift(true));
  listen("pointercancel", () => lift(false));
}

type Kind = "pointerdown" | "pointermove" | "pointerup" | "pointercancel" | "pointerleave";
type Listen = (type: Kind, heard: (event: PointerEvent, x: number) => void) => void;

function on(surface: HTMLElement, wanted: (event: PointerEvent) => boolean): Listen {
  return (type, heard) =>
    surface.addEventListener(type, (event) => {
      if (wanted(event)) heard(event, event.clientX - surface.getBoundingClientRect().left);
    });
}

function isFar(from: number, to: number): boolean {
  return Math.abs(to - from) >= shortest;
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

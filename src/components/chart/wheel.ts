/** What the wheel asks of a chart; places along it are in px from its left edge. */
export interface Turned {
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

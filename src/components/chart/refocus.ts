interface Focus {
  title: string;
  time: number | null;
  until: number;
}

/** How long a page may take to replace a chart, in ms. */
const patience = 5000;
let held: Focus | null = null;

/** Remembers a focused chart and its cursor, since a page may replace a chart by one with finer rows when its zoom changes. */
export function holdFocus(title: string, time: number | null, surface: Element, now = performance.now()): void {
  held = surface === surface.ownerDocument.activeElement ? {title, time, until: now + patience} : null;
}

/** The cursor's time if a chart of this title is to take over the focus: once, soon, and only if nothing else has it. */
export function takeFocus(title: string, surface: Element, now = performance.now()): number | null | undefined {
  const {activeElement, body} = surface.ownerDocument;
  if (held === null || held.title !== title || !surface.isConnected || activeElement === surface) return undefined;
  const {time, until} = held;
  held = null;
  return now <= until && (activeElement === null || activeElement === body) ? time : undefined;
}

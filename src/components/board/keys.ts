import type {WindowedRows} from "./window.js";

/**
 * Makes the links of windowed rows, which have the tabindex -1, one stop of the Tab key: the first one on the screen, or
 * the one that has the focus. Arrow keys, Page Up and Down, Home and End move it.
 */
export function moveByKeys(body: HTMLElement, rows: WindowedRows, count: () => number): void {
  let current = 0;
  const mark = (): void => {
    for (const link of body.querySelectorAll<HTMLElement>("a[tabindex='0']")) link.tabIndex = -1;
    const link = body.querySelector<HTMLElement>(`[aria-rowindex="${current + 2}"] a`);
    if (link !== null) link.tabIndex = 0;
  };
  const settle = (): void => {
    const [first, last] = rows.visible();
    if (!body.contains(document.activeElement) && (current < first || current > last)) current = first;
    mark(); // also where the row is another element now
  };
  body.addEventListener("focusin", ({target}) => {
    current = indexOf(target);
    rows.keep(current);
    mark();
  });
  body.addEventListener("keydown", (event) => {
    const target = targetOf(event, indexOf(event.target), rows.visible());
    if (target === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const row = rows.keep(Math.min(Math.max(0, target), count() - 1));
    row?.querySelector<HTMLElement>("a")?.focus({preventScroll: true});
    row?.scrollIntoView?.({block: "nearest"});
  });
  new MutationObserver(settle).observe(body, {childList: true});
}

// Where a key leads from a row; null where it is none of these.
function targetOf({key}: KeyboardEvent, from: number, [first, last]: [number, number]): number | null {
  const page = Math.max(1, last - first - 2);
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: Infinity
  };
  return from >= 0 && Object.hasOwn(targets, key) ? (targets[key] ?? null) : null;
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest("tr") : null;
  return Number(row?.getAttribute("aria-rowindex") ?? 1) - 2;
}

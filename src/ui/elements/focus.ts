// Edits, new data and zooms have a page make its inputs and charts anew. The element that the reader is in gets the focus back.

let focused: Focused | null = null;

interface Focused {
  name: string;
  index: number;
  field: HTMLElement;
  /** When it lost the focus. Not every browser tells that of an element that is removed. */
  leftAt: number;
  /** When it was removed from the page. */
  removedAt: number;
}

const sameMomentMs = 50;
const longestMs = 5000;

/**
 * Gives an element the focus if it is made in place of one of its name that has it, once it is on the page and unless the
 * reader has moved on. `fields`: its parts that can have the focus, in the same order as before.
 */
export function keepFocus(name: string, element: HTMLElement, fields: () => readonly HTMLElement[]): void {
  element.addEventListener("focusin", ({target}) => {
    const field = target as HTMLElement;
    const now = {name, index: fields().indexOf(field), field, leftAt: Infinity, removedAt: Infinity};
    focused = now;
    watchRemoval(now);
  });
  element.addEventListener("focusout", () => {
    if (focused?.name === name) focused.leftAt = performance.now();
  });
  if (focused?.name !== name) return;
  const {index, field: old} = focused;
  // It has the focus, or the page has just removed it.
  if (old.isConnected ? document.activeElement !== old : isLongGone(focused)) return;
  const caret = old instanceof HTMLInputElement ? old.selectionStart : null;
  const restore = (tries: number): void => {
    if (!element.isConnected && tries > 0) requestAnimationFrame(() => restore(tries - 1));
    if (!element.isConnected || document.activeElement !== document.body) return; // the reader moved on
    const field = fields()[index];
    field?.focus({preventScroll: true});
    if (caret !== null && field instanceof HTMLInputElement) field.setSelectionRange(caret, caret);
  };
  requestAnimationFrame(() => restore(60));
}

function isLongGone({leftAt, removedAt}: Focused): boolean {
  const now = performance.now();
  return now - leftAt > sameMomentMs || now - removedAt > longestMs;
}

function watchRemoval(watched: Focused): void {
  const observer = new MutationObserver(() => {
    if (!watched.field.isConnected) watched.removedAt = performance.now();
    if (!watched.field.isConnected || focused !== watched) observer.disconnect();
  });
  observer.observe(document, {childList: true, subtree: true});
}

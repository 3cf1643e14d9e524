// Edits, new data and zooms have a page make its inputs and charts anew. The element that the reader is in gets the focus back.

let focused: {name: string; index: number; field: HTMLElement; leftAt: number} | null = null;

const sameMomentMs = 50;

/**
 * Gives an element the focus if it is made in place of one of its name that has it, once it is on the page and unless the
 * reader has moved on. `fields`: its parts that can have the focus, in the same order as before.
 */
export function keepFocus(name: string, element: HTMLElement, fields: () => readonly HTMLElement[]): void {
  element.addEventListener("focusin", ({target}) => {
    const field = target as HTMLElement;
    focused = {name, index: fields().indexOf(field), field, leftAt: Infinity};
  });
  element.addEventListener("focusout", () => {
    if (focused?.name === name) focused.leftAt = performance.now();
  });
  if (focused?.name !== name) return;
  const {index, field: old, leftAt} = focused;
  // It has the focus, or the page has just removed it.
  if (old.isConnected ? document.activeElement !== old : performance.now() - leftAt > sameMomentMs) return;
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

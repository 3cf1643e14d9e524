// A page makes its inputs and charts anew after an edit, new data or a zoom. The new element takes over the focus.

let focused: {name: string; index: number; field: HTMLElement; leftAt: number} | null = null;

const sameMomentMs = 50;

/** Gives the focus to an element that replaces the focused one of its name, unless the reader has moved on. */
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
  const isFocused = old.isConnected ? document.activeElement === old : performance.now() - leftAt <= sameMomentMs;
  if (!isFocused) return;
  const caret = old instanceof HTMLInputElement ? old.selectionStart : null;
  const restore = (tries: number): void => {
    if (!element.isConnected && tries > 0) requestAnimationFrame(() => restore(tries - 1));
    if (!element.isConnected) return;
    if (document.activeElement !== document.body) {
      focused = null; // the reader moved on
      return;
    }
    const field = fields()[index];
    field?.focus({preventScroll: true});
    if (caret !== null && field instanceof HTMLInputElement) field.setSelectionRange(caret, caret);
  };
  requestAnimationFrame(() => restore(60));
}

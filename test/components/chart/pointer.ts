/** Sends a pointer event at a place in px from the left edge of an element (in jsdom, which has no PointerEvent, every element is at 0). */
export function pointer(
  element: Element,
  type: string,
  x: number,
  {pointerType = "mouse", button = 0, pointerId = 1, shiftKey = false} = {}
): void {
  const event = new MouseEvent(type, {clientX: x, button, shiftKey, bubbles: true});
  element.dispatchEvent(Object.assign(event, {pointerType, pointerId}));
}

/** Presses a key on an element; returns whether the page kept its own behaviour. */
export function press(element: Element, key: string, options: KeyboardEventInit = {}): boolean {
  return element.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...options}));
}

/** The element that a selector finds; throws if there is none. */
export function find(root: Element, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** Turns the wheel over an element; returns whether the page kept it. */
export function wheel(element: Element, options: WheelEventInit): boolean {
  return element.dispatchEvent(new WheelEvent("wheel", {bubbles: true, cancelable: true, ...options}));
}

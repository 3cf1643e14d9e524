import {range} from "d3-array";

type Value = string | number | boolean | null | undefined;
type Child = Node | string | null | undefined;

const namespace = "http://www.w3.org/2000/svg";

/** An HTML element with attributes and children. Text becomes text nodes, so data is never read as markup. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** A button that acts when it is clicked, with attributes such as its class. */
export function button(text: string, act: () => void, attributes: Record<string, Value> = {}): HTMLButtonElement {
  const element = html("button", {type: "button", ...attributes}, text);
  element.addEventListener("click", act);
  return element;
}

/** An SVG element with attributes (numbers rounded to 0.01) and children. Text becomes text nodes. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(namespace, tag), attributes, children);
}

/** Sets attributes: null, undefined and false remove one, true sets it empty. */
export function set(element: Element, attributes: Record<string, Value>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : typeof value === "number" ? String(round(value)) : value);
  }
}

/** Does `act` when a link is clicked, in place of following it. A click with Ctrl, Shift, Alt or ⌘ still follows it. */
export function onPlainClick(link: HTMLElement, act: () => void): void {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}

/** Listens to a pointer event; `x` and `y` are the distances from the element's left and upper edge in px. */
export function onPointer(
  element: HTMLElement,
  type: string,
  act: (event: PointerEvent, x: number, y: number) => void
): void {
  element.addEventListener(type, (event) => {
    const pointer = event as PointerEvent;
    const {left, top} = element.getBoundingClientRect();
    act(pointer, pointer.clientX - left, pointer.clientY - top);
  });
}

/** Runs the action of a key, by `event.key`, unless Alt, Ctrl or ⌘ is held. */
export function onKeys(element: HTMLElement, actionsOf: (event: KeyboardEvent) => Record<string, () => void>): void {
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = new Map(Object.entries(actionsOf(event))).get(event.key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
  set(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Font size of axes, legends and notes in px. */
export const fontSize = 11;

/** A text's estimated width in px, rather too large: the same in every browser, and without layout. */
export function textWidth(text: string, size = fontSize): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * size;
}

/** A text of a picture, at most `room` px wide: a longer one as {@link cutMiddle} cuts it, with the full text as its title. */
export function fittedText(text: string, room: number, attributes: Record<string, string | number>): SVGTextElement {
  const cut = cutMiddle(text, room + 0.01, textWidth);
  return svg("text", attributes, cut, cut === text ? null : svg("title", {}, text));
}

const leastHead = 2; // characters; most venues differ in these
const enough = 60; // characters of either end

/**
 * A text of at most so many characters, or of another size, cut in its middle. A symbol loses its class first, then the
 * end of its venue, so that feeds of two venues stay apart: `…Binance.BTC/USDT`, `Bin…BTC/USDT`.
 */
export function cutMiddle(text: string, most: number, size = (shown: string): number => shown.length): string {
  if (size(text) <= most) return text;
  const parts = text.split(".");
  const half = Math.ceil(text.length / 2);
  const [head = "", rest = ""] = parts.length > 1 ? parts.slice(-2) : [text.slice(0, half), text.slice(half)];
  const tail = rest.slice(-enough);
  const ends = range(1, parts.length - 1).map((from) => `…${parts.slice(from).join(".")}`);
  const heads = range(Math.min(enough, head.length - 1), leastHead - 1, -1).map((to) => `${head.slice(0, to)}…${tail}`);
  const tails = range(tail.length).map((from) => `${head.slice(0, leastHead)}…${tail.slice(from)}`);
  return [...ends, ...heads, ...tails].find((cut) => size(cut) <= most) ?? "…";
}

function characterWidth(character: string): number {
  if (/[\s.,:;'|!il]/.test(character)) return 0.34;
  if (/[%@mwMW]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.74;
  return character < "\u2e80" ? 0.65 : 1.1;
}

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

/** Listens to a pointer event; `x` is the distance from the element's left edge in px. */
export function onPointer(element: HTMLElement, type: string, act: (event: PointerEvent, x: number) => void): void {
  element.addEventListener(type, (event) => {
    const pointer = event as PointerEvent;
    act(pointer, pointer.clientX - element.getBoundingClientRect().left);
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

/**
 * A text of a picture, at most `room` px wide. A longer one is cut at its start, as a symbol's end says most; its title
 * is the full text.
 */
export function fittedText(text: string, room: number, attributes: Record<string, string | number>): SVGTextElement {
  if (textWidth(text) < room + 0.01) return svg("text", attributes, text);
  let from = text.length;
  const next = (): number => textWidth(text[from - 1] ?? "");
  for (let left = room - textWidth("…") - next(); left >= 0; left -= next()) from--;
  return svg("text", attributes, cutStart(text, text.length - from + 1), svg("title", {}, text));
}

/** A text of at most so many characters: a longer one without its start, cut between two parts of a symbol if one begins soon. */
export function cutStart(text: string, most: number): string {
  if (text.length <= most) return text;
  const from = text.length - most + 1;
  const rest = text.slice(from - 1).search(/[./ ]/);
  return `…${text.slice(rest >= 0 && rest < 6 ? from + rest : from)}`;
}

function characterWidth(character: string): number {
  if (/[\s.,:;'|!il]/.test(character)) return 0.34;
  if (/[%@mwMW]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.74;
  return character < "\u2e80" ? 0.65 : 1.1;
}

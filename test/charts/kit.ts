import {resolve} from "node:path";
import {expect, vi} from "vitest";
import type {Series} from "../../src/charts/model.js";
import {type Track, track} from "../../src/charts/runs.js";

/** The element that a selector finds; throws if there is none. */
export function find<E extends Element = HTMLElement>(root: ParentNode, selector: string): E {
  const found = root.querySelector<E>(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** The texts of what a selector finds, in the order of the document. */
export function texts(root: ParentNode, selector: string): string[] {
  return Array.from(root.querySelectorAll(selector), ({textContent}) => textContent);
}

/** The values of an attribute of what a selector finds; null where one has none. */
export function attributes(root: ParentNode, selector: string, name: string): (string | null)[] {
  return Array.from(root.querySelectorAll(selector), (element) => element.getAttribute(name));
}

/** Rows of a table, by default of its body: the texts of their cells with bars between them. */
export function rowsOf(root: ParentNode, selector = "tbody tr"): string[] {
  const cells = ({children}: Element) => Array.from(children, ({textContent}) => textContent);
  return Array.from(root.querySelectorAll(selector), (row) => cells(row).join(" | "));
}

/** The texts of a description list by their terms, joined by bars. */
export function textsByTerm(root: ParentNode): Record<string, string> {
  const details = ({parentElement}: Element) => texts(parentElement ?? root, ":scope > dd").join(" | ");
  return Object.fromEntries(Array.from(root.querySelectorAll("dt"), (term) => [term.textContent, details(term)]));
}

/** Sends a pointer event at a place in px from the left edge of an element (in jsdom, which has no PointerEvent, every element is at 0). */
export function pointer(
  element: Element,
  type: string,
  x: number,
  {pointerType = "mouse", button = 0, pointerId = 1, shiftKey = false, altKey = false, y = 0} = {}
): void {
  const event = new MouseEvent(`pointer${type}`, {clientX: x, clientY: y, button, shiftKey, altKey, bubbles: true});
  element.dispatchEvent(Object.assign(event, {pointerType, pointerId}));
}

/** Drags over places in px: presses at the first, moves along, lets go at the last. */
export function drag(element: Element, [start = NaN, ...way]: number[], options = {}): void {
  pointer(element, "down", start, options);
  for (const x of way) pointer(element, "move", x, options);
  pointer(element, "up", way.at(-1) ?? start, options);
}

/** Points at a place in px of a surface that reads `offsetX` and `offsetY`. */
export function hover(element: Element, [offsetX, offsetY]: readonly [number, number], type = "move", rest = {}): void {
  element.dispatchEvent(Object.assign(new Event(`pointer${type}`), {offsetX, offsetY, ...rest}));
}

/** Presses a key on an element; returns whether the page kept its own behaviour. */
export function press(element: Element, key: string, options: KeyboardEventInit = {}): boolean {
  return element.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true, ...options}));
}

/** Turns the wheel over an element; returns whether the page kept it. */
export function wheel(element: Element, options: WheelEventInit): boolean {
  return element.dispatchEvent(new WheelEvent("wheel", {bubbles: true, cancelable: true, ...options}));
}

/** Types a text into the first field of an element. */
export function type(root: ParentNode, text: string): void {
  const field = find<HTMLInputElement>(root, "input:not([type=radio])");
  field.value = text;
  field.dispatchEvent(new Event("input", {bubbles: true}));
}

/** Goes to an address as the reader's way back does. */
export function goBack(address: string): void {
  history.replaceState(null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Replaces ResizeObserver until globals are unstubbed. Returns a list with a function per observer, which reports a width. */
export function stubWidths(): ((width: number) => void)[] {
  const resize: ((width: number) => void)[] = [];
  class Observer {
    constructor(callback: (entries: {contentRect: {width: number}}[]) => void) {
      resize.push((width) => callback([{contentRect: {width}}]));
    }
    observe(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  return resize;
}

/** A line through values at times, by default a second apart, with whatever else a test needs. */
export function line(values: number[], rest: Partial<Series> = {}): Track {
  const times = values.map((_, index) => index * 1000);
  return track({key: "a", columns: ["a"], label: "A", shape: "line", color: "#2f7dd1", times, values, ...rest});
}

/** Compares a chart's picture with `snapshots/<name>.svg`. One element per line, so that changes can be read. */
export async function expectSvg(chart: Element, name: string): Promise<void> {
  const picture = chart.matches("svg") ? chart : find(chart, ".fb-body > svg");
  const text = `${new XMLSerializer().serializeToString(picture).replaceAll("><", ">\n<")}\n`;
  expect(new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")).toBeNull();
  await expect(text).toMatchFileSnapshot(resolve(import.meta.dirname, "snapshots", `${name}.svg`));
}

/** Whether the lines of a picture are steps: each point is at the height or the time of the one before it. */
export function hasSteps(chart: Element): boolean {
  const paths = attributes(chart, ".fb-body [data-key] path", "d").map((d) => d?.split(/(?=[ML])/) ?? []);
  const isStep = (point: string, before: string): boolean =>
    point.startsWith("M") ||
    [0, 1].some((axis) => point.slice(1).split(",")[axis] === before.slice(1).split(",")[axis]);
  return (
    paths.length > 0 &&
    paths.every((points) => points.every((point, i) => i === 0 || isStep(point, points[i - 1] ?? "")))
  );
}

/** A cell that a heat map's picture has: its place in px, and its colour. */
export interface Painted {
  x: number;
  y: number;
  width: number;
  fill: string;
  opacity: number;
}

/** The cells that a heat map's picture has, from row to row. */
export function paintedIn(chart: Element): Painted[] {
  const cells = [...chart.querySelectorAll(".fb-body > svg > path[fill]")].flatMap((path) => {
    const [fill, opacity] = [path.getAttribute("fill") ?? "", Number(path.getAttribute("fill-opacity"))];
    const places = (path.getAttribute("d") ?? "").matchAll(/M([\d.]+),([\d.]+)h([\d.]+)/g);
    return Array.from(places, ([, x, y, width]) => ({x: Number(x), y: Number(y), width: Number(width), fill, opacity}));
  });
  return cells.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** What the cells of a heat map say to the keyboard, row by row. */
export function textsIn(chart: Element): (string | null)[] {
  const surface = find(chart, ".fb-body [role=slider]");
  const at = () => Number(surface.getAttribute("aria-valuenow"));
  const said: (string | null)[] = [];
  const last = Number(surface.getAttribute("aria-valuemax"));
  press(surface, "Home");
  for (let guard = 0; at() !== said.length && guard <= last; guard++) press(surface, "ArrowUp");
  for (let number = 0; number <= last; number++) {
    said.push(surface.getAttribute("aria-valuetext"));
    press(surface, "ArrowRight");
    if (at() === number) for (const key of ["ArrowDown", "Home"]) press(surface, key);
  }
  return said;
}

import {html, set, svg} from "../ui/elements/dom.js";
import {menu} from "../ui/elements/menu.js";
import {short} from "../ui/elements/names.js";
import type {Reading} from "./cursor.js";
import {swatch} from "./marks.js";
import type {Shade} from "./model.js";
import type {Track} from "./runs.js";

/** The fixed parts of a chart's figure: heading, tools at its right, legend, body. */
export interface Shell {
  figure: HTMLElement;
  tools: HTMLElement;
  legend: HTMLElement;
  body: HTMLElement;
}

/** Builds the figure of a chart; with `isFlat`, title, legend and tools are in one row. */
export function shell(title: string, height: number, isFlat = false): Shell {
  const tools = html("div", {class: "fb-tools"});
  const legend = html("div", {class: "fb-legend"});
  const body = html("div", {class: "fb-body"});
  body.style.height = `${height}px`;
  const caption = html("figcaption", {class: "fb-title", title: isFlat ? title : null}, title);
  const parts = isFlat ? [caption, legend, tools, body] : [caption, tools, legend, body];
  const figure = html("figure", {class: `fb-chart${isFlat ? " fb-flat" : ""}`}, ...parts);
  return {figure, tools, legend, body};
}

/** Marks the symbol in a chart's caption, which a phone leaves out, and has the whole of it in a title where `short` cuts it. */
export function withWhole(figure: HTMLElement, symbol: string): HTMLElement {
  const caption = figure.querySelector("figcaption");
  const [text, name] = [caption?.textContent ?? "", short(symbol)];
  const at = text.indexOf(name);
  if (caption === null || at < 0) return figure;
  if (name !== symbol) set(caption, {title: text.replace(name, () => symbol)});
  caption.replaceChildren(text.slice(0, at), html("span", {class: "fb-symbol"}, name), text.slice(at + name.length));
  return figure;
}

/** Calls back with an element's width in px when it changes; never without ResizeObserver. */
export function onWidth(element: Element, callback: (width: number) => void): void {
  if (typeof ResizeObserver === "undefined") return;
  let last = 0;
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0);
    if (width === 0 || width === last) return;
    last = width;
    callback(width);
  }).observe(element);
}

/** A legend whose entries toggle series and show their values at a time, as text. */
export interface Legend {
  update(time: string, readings: Reading[], state: {hidden: ReadonlySet<string>; session: Shade | undefined}): void;
  /** Moves the entries that do not fit into a menu at its end. */
  arrange(): void;
}

// What a legend calls on its chart.
interface LegendActions {
  toggle(key: string): void;
  emphasise(key: string | null): void;
}

/** Fills a legend. `room`: the characters that a series' readouts need, so that entries stay in place. */
export function legend(
  element: HTMLElement,
  tracks: Track[],
  actions: LegendActions,
  room: (track: Track) => number
): Legend {
  const clock = html("span", {class: "fb-clock"});
  const entries = tracks.map((track) => entry(track, actions, room(track)));
  const list = html("div", {class: "fb-menu-list fb-legend-rest"});
  const rest = menu("", list);
  rest.element.hidden = true;
  const badge = html("span", {class: "fb-badge fb-session"});
  element.append(clock, badge, ...entries.map(({element: item}) => item), rest.element);
  const arrange = (): void => {
    if (element.clientWidth === 0) return;
    element.toggleAttribute("data-narrow", element.clientWidth < roomForTime);
    const all = entries.map(({element: item}) => item);
    rest.element.hidden = true;
    rest.element.before(...all);
    const {right} = element.getBoundingClientRect();
    const ends = all.map((item) => item.getBoundingClientRect().right);
    const room = (ends.at(-1) ?? 0) > right ? right - roomForRest : right;
    const count = ends.filter((end) => end <= room).length;
    if (count >= all.length) return;
    list.append(...all.slice(count));
    rest.button.textContent = `+${all.length - count}`;
    rest.button.ariaLabel = `+${all.length - count} more series`;
    rest.element.hidden = false;
  };
  return {
    arrange,
    update(time, readings, {hidden, session}) {
      clock.replaceChildren(...clockParts(time));
      let isWider = badge.textContent !== (session?.label ?? "");
      badge.textContent = session?.label ?? "";
      set(badge, {"data-state": session?.kind ?? "none", title: session?.label ?? null});
      for (const one of entries) {
        const reading = readings.find(({track}) => track.key === one.track.key);
        set(one.button, {"aria-pressed": String(!hidden.has(one.track.key))});
        isWider = one.show(reading) || isWider;
      }
      if (isWider) arrange();
    }
  };
}

const roomForRest = 30;
const roomForTime = 360; // for the whole time and the session

// The year, the seconds and the name of the zone are left out on a phone.
function clockParts(time: string): (HTMLElement | string)[] {
  const [, year = "", minute = time, rest = ""] = /^(\d{4}-)(.*?:\d\d)(.*)$/.exec(time) ?? [];
  return [html("span", {class: "fb-wide"}, year), minute, html("span", {class: "fb-wide"}, rest)];
}

function entry(track: Track, actions: LegendActions, least: number) {
  const sign = svg("svg", {width: 16, height: 10, "aria-hidden": "true"}, swatch(track));
  const title = track.title === track.label ? null : track.title;
  const button = html("button", {type: "button", class: "fb-key", title}, sign, html("span", {}, track.label));
  const value = html("span", {class: "fb-value"});
  let room = least;
  button.addEventListener("click", () => actions.toggle(track.key));
  for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => actions.emphasise(track.key));
  for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => actions.emphasise(null));
  const element = html("span", {class: "fb-entry"}, button, value);
  // Shows a reading, or none of a hidden series. Returns whether it needs more room than before.
  const show = ({text, brief}: Partial<Reading> = {}): boolean => {
    const before = value.style.minWidth;
    if (brief === undefined) value.textContent = text ?? "";
    else value.replaceChildren(html("span", {class: "fb-wide"}, text), html("span", {class: "fb-brief"}, brief));
    room = Math.max(room, text?.length ?? 0);
    value.style.minWidth = text === undefined || brief !== undefined ? "" : `${room}ch`;
    return value.style.minWidth !== before;
  };
  return {track, button, show, element};
}

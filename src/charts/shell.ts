import {html, set, svg} from "../ui/elements/dom.js";
import {short} from "../ui/elements/names.js";
import type {Reading} from "./cursor.js";
import {swatch} from "./marks.js";
import type {Track} from "./runs.js";

/** The fixed parts of a chart's figure: heading, tools at its right, legend, body. */
export interface Shell {
  figure: HTMLElement;
  tools: HTMLElement;
  legend: HTMLElement;
  body: HTMLElement;
}

/** Builds the figure of a chart. Its body's height is fixed from the start, so nothing below it moves. */
export function shell(title: string, height: number): Shell {
  const tools = html("div", {class: "fb-tools"});
  const legend = html("div", {class: "fb-legend"});
  const body = html("div", {class: "fb-body"});
  body.style.height = `${height}px`;
  const caption = html("figcaption", {class: "fb-title"}, title);
  const figure = html("figure", {class: "fb-chart"}, caption, tools, legend, body);
  return {figure, tools, legend, body};
}

/** Gives the caption of a chart about a symbol the whole symbol in a title, where its text has the symbol cut by `short`. */
export function withWhole(figure: HTMLElement, symbol: string): HTMLElement {
  const caption = figure.querySelector("figcaption");
  const cut = caption?.textContent ?? "";
  const whole = cut.replace(short(symbol), () => symbol);
  if (caption && whole !== cut) set(caption, {title: whole});
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
  update(time: string, readings: Reading[], hidden: ReadonlySet<string>): void;
}

// What a legend calls on its chart.
interface LegendActions {
  toggle(key: string): void;
  /** Highlights one series; null none. */
  emphasise(key: string | null): void;
}

/** Fills a legend. `widest` has the length of each series' longest readout, so that nothing moves. */
export function legend(element: HTMLElement, tracks: Track[], widest: number[], actions: LegendActions): Legend {
  const clock = html("span", {class: "fb-clock"});
  const entries = tracks.map((track, index) => entry(track, widest[index] ?? 0, actions));
  element.append(clock, ...entries.map(({element: item}) => item));
  return {
    update(time, readings, hidden) {
      clock.textContent = time;
      for (const {track, button, value} of entries) {
        set(button, {"aria-pressed": String(!hidden.has(track.key))});
        value.textContent = readings.find((reading) => reading.track.key === track.key)?.text ?? "";
      }
    }
  };
}

const roomiest = 40; // longer ones wrap on a phone

function entry(track: Track, widest: number, actions: LegendActions) {
  const sign = svg("svg", {width: 16, height: 10, "aria-hidden": "true"}, swatch(track));
  const title = track.title === track.label ? null : track.title;
  const button = html("button", {type: "button", class: "fb-key", title}, sign, track.label);
  const value = html("span", {class: "fb-value"});
  value.style.minWidth = `${Math.min(widest, roomiest)}ch`;
  button.addEventListener("click", () => actions.toggle(track.key));
  for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => actions.emphasise(track.key));
  for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => actions.emphasise(null));
  return {track, button, value, element: html("span", {class: "fb-entry"}, button, value)};
}

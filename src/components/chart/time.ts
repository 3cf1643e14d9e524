import {formatUtc} from "../../lib/format.js";
import {html, set} from "../dom.js";
import {crosshair, selection} from "./crosshair.js";
import {csv, tableOf} from "./csv.js";
import {move, nearest} from "./cursor.js";
import {draw} from "./draw.js";
import type {Frame} from "./frame.js";
import {type Gestures, listenToKeys, listenToPointer} from "./gestures.js";
import {type Legend, legend} from "./legend.js";
import {saveMenu} from "./menu.js";
import type {TimeChartOptions} from "./model.js";
import {onWidth, type Shell, shell} from "./shell.js";
import {standalone} from "./standalone.js";
import {summary} from "./summary.js";
import {
  createView,
  formatValue,
  layout,
  rangeOf,
  readings,
  scaled,
  stops,
  type View,
  visible,
  widest,
  zoom
} from "./view.js";

interface Chart {
  view: View;
  shell: Shell;
  legend: Legend;
  /** Takes the pointer and the focus; a slider along the stops of the cursor. */
  surface: HTMLElement;
  reset: HTMLElement;
  live: HTMLElement;
  frame: Frame;
  stops: number[];
  picture: SVGSVGElement;
  overlay: SVGElement | null;
}

/** A time chart in UTC: lines, steps, dots and bands with a cursor, zoom, a legend that toggles, and a menu to save it. Fills its container. */
export function timeChart(options: TimeChartOptions): HTMLElement {
  const chart = build(createView(options));
  listenToPointer(chart.surface, gesturesOf(chart));
  listenToKeys(chart.surface, gesturesOf(chart));
  chart.surface.addEventListener("focus", () => chart.view.time === null && point(chart, chart.stops.at(-1)));
  chart.surface.addEventListener("blur", () => point(chart, undefined));
  chart.reset.addEventListener("click", () => {
    zoomTo(chart, null);
    chart.surface.focus();
  });
  if (options.width === undefined) {
    onWidth(chart.shell.body, (width) => {
      chart.view.width = width;
      redraw(chart);
    });
  }
  return chart.shell.figure;
}

function build(view: View): Chart {
  const {title} = view.options;
  const frame = layout(view);
  const parts = shell(title, frame.height);
  const surface = html("div", {
    class: "fb-surface",
    role: "slider",
    tabindex: 0,
    "aria-label": `Time cursor of ${title}`
  });
  const chart: Chart = {
    ...{view, shell: parts, frame, surface, stops: [], overlay: null, picture: draw(frame, title)},
    legend: legend(parts.legend, view.tracks, widest(view), (key) => toggle(chart, key)),
    reset: html("button", {type: "button", class: "fb-reset"}, "Reset zoom"),
    live: html("span", {class: "fb-unseen", "aria-live": "polite"})
  };
  const saved = {
    picture: () => standalone(view, parts.figure),
    table: () => tableText(view),
    name: () => fileTitle(view)
  };
  parts.tools.append(chart.reset, saveMenu(title, saved));
  parts.body.append(chart.picture, surface, chart.live);
  redraw(chart);
  return chart;
}

function redraw(chart: Chart): void {
  const {view} = chart;
  chart.frame = layout(view);
  chart.stops = stops(view);
  const label = summary(view.options.title, visible(view), rangeOf(view), formatValue(view));
  const picture = draw(chart.frame, label);
  chart.picture.replaceWith(picture);
  chart.picture = picture;
  chart.surface.style.width = `${chart.frame.right}px`;
  chart.reset.hidden = view.range === null;
  if (view.time !== null) view.time = nearest(chart.stops, view.time) ?? null;
  showCursor(chart);
}

function showCursor(chart: Chart): void {
  const {view, frame} = chart;
  const time = view.time ?? chart.stops.at(-1) ?? NaN;
  const values = readings(view, time);
  chart.legend.update(time, values, view.hidden);
  const index = String(Math.max(0, chart.stops.indexOf(time)));
  const last = String(Math.max(0, chart.stops.length - 1));
  set(chart.surface, {
    "aria-valuemin": "0",
    "aria-valuemax": last,
    "aria-valuenow": index,
    "aria-valuetext": formatUtc(time)
  });
  overlay(chart, view.time === null ? null : crosshair(frame, view.time, values));
}

function overlay(chart: Chart, element: SVGElement | null): void {
  chart.overlay?.remove();
  chart.overlay = element;
  if (element !== null) chart.picture.append(element);
}

function point(chart: Chart, time: number | undefined): void {
  chart.view.time = time ?? null;
  showCursor(chart);
}

function announce({view, live}: Chart): void {
  if (view.time === null) return;
  live.textContent = readings(view, view.time)
    .filter(({index}) => index >= 0)
    .map(({track, text}) => `${track.label} ${text}`)
    .join(", ");
}

function toggle(chart: Chart, key: string): void {
  const {hidden} = chart.view;
  if (!hidden.delete(key)) hidden.add(key);
  redraw(chart);
}

function zoomTo(chart: Chart, range: View["range"]): void {
  const {view, live} = chart;
  if (!zoom(view, range)) return;
  redraw(chart);
  live.textContent = `Showing ${rangeOf(view)
    .map((time) => formatUtc(time))
    .join(" to ")}`;
  view.options.onZoom?.(view.range);
}

function gesturesOf(chart: Chart): Gestures {
  const {view} = chart;
  const timeAt = (x: number): number => {
    const [from, to] = rangeOf(view);
    return Math.round(Math.max(from, Math.min(to, chart.frame.x.invert(x).getTime())));
  };
  return {
    point: (x) => point(chart, nearest(chart.stops, timeAt(x))),
    leave: () => point(chart, undefined),
    drag: (from, to) => overlay(chart, selection(chart.frame, clamp(from, chart), clamp(to, chart))),
    zoom: (from, to) => zoomTo(chart, [timeAt(Math.min(from, to)), timeAt(Math.max(from, to))]),
    drop: () => showCursor(chart),
    reset: () => zoomTo(chart, null),
    step: (places) => {
      const time = view.time ?? chart.stops.at(-1);
      point(chart, time === undefined ? undefined : move(chart.stops, time, places));
      announce(chart);
    },
    scale: (factor) => {
      const [from, to] = rangeOf(view);
      const next = scaled(view, factor, view.time ?? (from + to) / 2);
      if (factor > 1 || chart.stops.length > 2) zoomTo(chart, next);
    }
  };
}

function clamp(x: number, {frame}: Chart): number {
  return Math.max(0, Math.min(frame.right, x));
}

function tableText(view: View): string {
  const {header, rows} = tableOf(visible(view), rangeOf(view));
  return csv(header, rows);
}

function fileTitle(view: View): string {
  return [view.options.title, ...rangeOf(view).map((time) => formatUtc(time, "day"))].join(" ");
}

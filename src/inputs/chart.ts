import {median, pairs} from "d3-array";
import type {ChartOptions, SessionRow} from "../charts/model.js";
import {onWidth} from "../charts/shell.js";
import {formatAge, toMs} from "../format/format.js";
import {exported} from "../url/exported.js";
import {inUrl, readState} from "../url/state.js";
import {zoomTo} from "./fields.js";
import {loadHint} from "./notes.js";
import {type Picked, usualWidth} from "./pick.js";
import {type AskUpdates, updatesOnClick} from "./raw.js";

/**
 * Options of a time chart that tie it to the pick and the URL: the whole range, the zoom and the step, series switched
 * off in the legend (`hide`, by their keys), the time zone, whether closed hours are `skipped`, and the source note on
 * saved pictures. The charts of a page share their cursor and their zoom, and the first of them has a strip with the
 * whole range: give it rows of that as `overview`, else it shows what the chart itself has. A click shows the updates that `ask` gives.
 */
export function chartState(picked: Picked & {closed?: unknown}, ask?: AskUpdates): ChartOptions {
  const {domain, extent, zoom, step, tz, closed, source} = picked;
  const hidden = inUrl({hide: null});
  const isView = exported() === "view"; // its charts zoom into the rows that they have
  return {
    domain: domain ?? null,
    extent: extent ?? null,
    range: zoom,
    stepMs: 1000 * step,
    ...(isView ? {keepsView: true} : {onZoom: zoomTo, detail: ask && updatesOnClick(picked, ask)}),
    linked: true,
    overview: [],
    zone: tz,
    skipClosed: closed === "skipped",
    hidden: hidden.value.hide?.split(",").filter(Boolean) ?? null,
    onToggle(off, all) {
      const others = (readState().hide ?? "").split(",").filter((key) => key !== "" && !all.includes(key));
      hidden.keep({hide: [...others, ...off].join()}, {replace: true});
    },
    source,
    hint: loadHint(picked)
  };
}

const beside = 94; // a card's padding and border, and the value axis
const least = 160;

/** The width in px of a chart's time axis in the page's column, before any chart exists; of a file of one view its rows' width. */
export function measureWidth(): number {
  if (exported() === "view") return usualWidth;
  const column = document.querySelector("#observablehq-main")?.clientWidth ?? 0;
  return column === 0 ? usualWidth : plotWidth(column);
}

/** Calls back with the pixels in which charts draw time, whenever an element as wide as their column gets another width. */
export function onPlotWidth(element: Element, callback: (width: number) => void): void {
  if (exported() !== "view") onWidth(element, (column) => callback(plotWidth(column)));
}

function plotWidth(column: number): number {
  return Math.max(least, column - beside);
}

/** The choice whether charts have closed hours, for `controls`, as `closed`. */
export const closedHours = {shown: "Shown", skipped: "Skipped"} as const;

const none = "the time shown has no closed hours";

/**
 * Offers what suits the rows shown: closed hours can be skipped where there are any, else the control is disabled with the
 * reason; no step can be picked that is finer than the data, and a finer automatic one says how far apart the data are.
 */
export function offerClosed(rows: Iterable<SessionRow>): void {
  const all = Array.from(rows);
  offerSteps(all);
  const field = document.querySelector<HTMLFieldSetElement>("fieldset[data-choice=closed]");
  if (field === null) return;
  field.disabled = !all.some(({marketSession}) => marketSession === "closed");
  field.title = field.disabled ? none : "";
}

function offerSteps(rows: readonly SessionRow[]): void {
  const select = document.querySelector<HTMLSelectElement>(".fb-controls [aria-label=Step]");
  const auto = select?.options[0];
  const times = rows.map(({publishedAt}) => toMs(publishedAt)).sort((a, b) => a - b);
  const apart = Math.round((median(pairs(times, (a, b) => b - a).filter((ms) => ms > 0)) ?? 0) / 1000);
  if (!select || !auto || !(apart > 1.5 * Number(auto.dataset.seconds))) return;
  if (select.value === "") auto.textContent = `data: ${formatAge(apart)}`;
  for (const option of select.options) {
    const isFiner = option.value !== "" && Number(option.value) < apart && !option.selected;
    option.hidden ||= isFiner;
    option.disabled ||= isFiner;
  }
}

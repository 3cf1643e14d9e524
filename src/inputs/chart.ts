import type {ChartOptions, SessionRow} from "../charts/model.js";
import {onWidth} from "../charts/shell.js";
import {inUrl, readState} from "../url/state.js";
import {zoomTo} from "./fields.js";
import {loadHint} from "./notes.js";
import {type Picked, usualWidth} from "./pick.js";

/**
 * Options of a time chart that tie it to the pick and the URL: the whole range, the zoom and the step, series switched
 * off in the legend (`hide`, by their keys), the time zone, whether closed hours are `skipped`, and the source note on
 * saved pictures. The charts of a page share their cursor and their zoom, and the first of them has a strip with the
 * whole range: give it rows of that as `overview`, else it shows what the chart itself has.
 */
export function chartState(picked: Picked & {closed?: unknown}): ChartOptions {
  const {domain, zoom, step, tz, closed, source} = picked;
  const hidden = inUrl({hide: null});
  return {
    domain: domain ?? null,
    range: zoom,
    stepMs: 1000 * step,
    onZoom: zoomTo,
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

/** The width in px of a chart's time axis in the page's column, before any chart exists. */
export function measureWidth(): number {
  const column = document.querySelector("#observablehq-main")?.clientWidth ?? 0;
  return column === 0 ? usualWidth : plotWidth(column);
}

/**
 * Calls back with the pixels in which charts draw time, whenever an element as wide as their column gets another width.
 */
export function onPlotWidth(element: Element, callback: (width: number) => void): void {
  onWidth(element, (column) => callback(plotWidth(column)));
}

function plotWidth(column: number): number {
  return Math.max(least, column - beside);
}

/** The choice whether charts have closed hours, for `controls`, as `closed`. */
export const closedHours = {shown: "Shown", skipped: "Skipped"} as const;

const none = "the time shown has no closed hours";

/** Enables that choice if rows have closed hours; otherwise the control is disabled, with the reason. */
export function offerClosed(rows: Iterable<Pick<SessionRow, "marketSession">>): void {
  const field = document.querySelector<HTMLFieldSetElement>("fieldset[data-choice=closed]");
  if (field === null) return;
  field.disabled = !Array.from(rows).some(({marketSession}) => marketSession === "closed");
  field.title = field.disabled ? none : "";
}

/** Shows the choices about a comparison only while feeds are compared. */
export function offerComparison({compared = []}: Picked): void {
  for (const field of document.querySelectorAll<HTMLElement>("[data-choice=comparison], [data-choice=base]"))
    field.hidden = compared.length === 0;
}

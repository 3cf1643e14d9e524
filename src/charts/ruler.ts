import {button, set, svg} from "../ui/elements/dom.js";
import {zoomTo} from "./control.js";
import {announce, type Chart, point, showCursor} from "./paint.js";

/** The button with which a drag measures: a touch screen has no Alt key. */
export function rulerButton(title: string): HTMLElement {
  const label = {"aria-label": `Measure ${title}`, "aria-pressed": "false", class: "fb-ruler"};
  const ruler = button(
    "",
    () => set(ruler, {"aria-pressed": String(ruler.getAttribute("aria-pressed") !== "true")}),
    label
  );
  const icon = svg("path", {d: "M1,5h16v8h-16zM5,5v4M9,5v5M13,5v4", fill: "none", stroke: "currentColor"});
  ruler.append(svg("svg", {width: 18, height: 18, "aria-hidden": "true"}, icon));
  return ruler;
}

/** Whether the ruler is on. */
export function isRuled({ruler}: Chart): boolean {
  return ruler.getAttribute("aria-pressed") === "true";
}

/** Measures from the cursor on. */
export function startMeasure(chart: Chart): void {
  const time = chart.view.time ?? chart.stops.at(-1);
  chart.measure = time === undefined ? null : {from: time, to: time, isOpen: true};
  point(chart, time);
}

/** Measures up to the cursor, unless the measuring has ended. */
export function measureTo(chart: Chart): void {
  const {measure, view} = chart;
  if (!measure?.isOpen || view.time === null) return;
  measure.to = view.time;
  showCursor(chart);
}

/** Ends the measuring; its box stays. */
export function endMeasure({measure}: Chart): void {
  if (measure !== null) measure.isOpen = false;
}

/** Starts to measure at the cursor, or ends the measuring. */
export function measureByKeys(chart: Chart): void {
  if (chart.measure?.isOpen) endMeasure(chart);
  else {
    startMeasure(chart);
    announce(chart);
  }
}

/** Removes the measured box, or else resets the zoom. */
export function leave(chart: Chart): void {
  if (chart.measure === null) zoomTo(chart, null);
  else {
    chart.measure = null;
    showCursor(chart);
  }
}

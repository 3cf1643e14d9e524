import {formatCount} from "../format/format.js";
import {set, svg} from "../ui/elements/dom.js";
import {crosshair, crosshairTime, placeOf, stopAt} from "./cursor.js";
import type {DataTable} from "./data-table.js";
import {draw} from "./draw.js";
import type {Frame} from "./frame.js";
import {notifyLinked, sharedAxis} from "./link.js";
import {type Measure, measureBox, measureText} from "./measure.js";
import type {Range} from "./model.js";
import {levelsOf} from "./notes.js";
import {inside, runsWithin, type Track} from "./runs.js";
import type {Legend, Shell} from "./shell.js";
import {
  formatTime,
  formatValue,
  lastStop,
  layout,
  rangeOf,
  readings,
  sessionAt,
  skippedNote,
  stops,
  type View,
  visible
} from "./view.js";

/** The strip below a chart, which shows its whole range. */
export interface Strip {
  element: HTMLElement;
  show(range: Range, right: number): void;
}

/** A time chart on the page: its state, its elements, and its last picture. */
export interface Chart {
  view: View;
  shell: Shell;
  legend: Legend;
  /** Receives pointer and focus: a slider along the stops of the cursor. */
  surface: HTMLElement;
  reset: HTMLElement;
  live: HTMLElement;
  frame: Frame;
  stops: number[];
  picture: SVGSVGElement;
  overlay: SVGElement | null;
  strip: Strip | null;
  dataTable: DataTable;
  measure: Measure | null;
  /** Whether a drag measures; else Alt has to be held. */
  ruler: HTMLElement;
  /** The time of a linked chart's cursor, if this one follows it. */
  place: number | null;
  reported: Range | null;
  reporting: ReturnType<typeof setTimeout> | undefined;
}

/** Redraws a chart, after its width, zoom or visible series changed. */
export function redraw(chart: Chart): void {
  const {view, shell} = chart;
  chart.frame = layout(view);
  const {axis} = chart.frame;
  const used = Math.max(view.axis, axis);
  view.axis = sharedAxis(shell.figure, axis);
  if (view.axis !== used) chart.frame = layout(view);
  chart.stops = stops(view);
  const picture = draw(chart.frame, summary(view));
  chart.picture.replaceWith(picture);
  chart.picture = picture;
  chart.surface.style.width = `${chart.frame.right}px`;
  chart.reset.hidden = view.range === null;
  shell.body.style.height = `${view.height}px`;
  chart.strip?.show(rangeOf(view), chart.frame.right);
  chart.dataTable.update();
  if (view.time !== null) view.time = stopAt(visible(view), chart.stops, view.time, view.trading) ?? null;
  showCursor(chart);
  notifyLinked(shell.figure, {axis: view.axis});
}

/** Shows the cursor, and its values in the legend; without a cursor, the latest values. */
export function showCursor(chart: Chart): void {
  const {view, frame, shell} = chart;
  const time = view.time ?? lastStop(view, chart.stops) ?? NaN;
  const values = readings(view, time);
  chart.legend.update(formatTime(view, time), values, {hidden: view.hidden, session: sessionAt(view, time)});
  const wasReading = shell.figure.hasAttribute("data-reading");
  const isReading = shell.figure.toggleAttribute("data-reading", view.time !== null);
  // A phone has the time in place of the title.
  if (isReading !== wasReading && shell.legend.hasAttribute("data-narrow")) chart.legend.arrange();
  set(chart.surface, {
    "aria-valuemin": "0",
    "aria-valuemax": String(Math.max(0, chart.stops.length - 1)),
    "aria-valuenow": String(placeOf(chart.stops, time)),
    "aria-valuetext": formatTime(view, time)
  });
  const first = Math.min(frame.range[0], chart.stops[0] ?? Infinity); // a candle may begin before the view
  const hidden = view.time === null || view.time < first || view.time > frame.range[1];
  const cursor = hidden ? null : crosshair(frame, time, values, {place: chart.place, y: view.y});
  const box = chart.measure === null ? null : measureBox(frame, view, chart.measure);
  showOverlay(chart, box === null ? cursor : svg("g", {}, box, cursor));
}

/** Moves the cursors of a chart and those linked to it to a time; undefined hides them. The mouse points at a height, too. */
export function point(chart: Chart, time: number | undefined, y: number | null = null): void {
  const {view, frame, shell, surface} = chart;
  view.time = time ?? null;
  view.y = y;
  view.handover.time = document.activeElement === surface ? view.time : null;
  chart.place = null;
  showCursor(chart);
  const place = time === undefined ? null : Math.round(crosshairTime(frame, time, readings(view, time)));
  notifyLinked(shell.figure, {time: place});
}

/** Replaces the element over the picture. */
export function showOverlay(chart: Chart, element: SVGElement | null): void {
  chart.overlay?.remove();
  chart.overlay = element;
  if (element !== null) chart.picture.append(element);
}

/** Highlights one visible series; null none. */
export function emphasise({view, picture}: Chart, key: string | null): void {
  const alike = key === null || view.hidden.has(key);
  for (const element of picture.querySelectorAll("[data-key]")) {
    set(element, {opacity: alike || element.getAttribute("data-key") === key ? null : 0.2});
  }
}

/** Has screen readers say the values at the cursor. */
export function announce({view, live, measure}: Chart): void {
  if (view.time === null) return;
  const measured = measure?.isOpen ? [measureText(view, measure)] : [];
  const values = readings(view, view.time)
    .filter(({index}) => index >= 0)
    .map(({track, text}) => `${track.label} ${text}`);
  live.textContent = [...measured, ...values].join(", ");
}

/** A chart in words: its time range, the last, lowest and highest value and the gaps of each series, and its levels. */
export function summary(view: View): string {
  const [range, write] = [rangeOf(view), formatValue(view)];
  const title = [view.options.title, skippedNote(view)].filter(Boolean).join(", ");
  const levels = levelsOf(view.options).map(({value, text}) => `Level at ${write(value)}${text && `: ${text}`}.`);
  if (Number.isNaN(range[0])) return [`${title}: no updates.`, ...levels].join(" ");
  const written = (time: number): string => formatTime(view, time, "minute");
  const series = visible(view).map((track) =>
    track.shape === "notes" ? describeNotes(track, range, written) : describe(track, range, write)
  );
  return [`${title}, ${range.map(written).join(" to ")}.`, ...series, ...levels].join(" ");
}

function describe(track: Track, range: Range, formatValue: (value: number) => string): string {
  const [start, end] = inside(track, range);
  let [low, high, last, count] = [Infinity, -Infinity, NaN, 0];
  for (let index = start; index < end; index++) {
    const value = track.values[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    last = value;
    count++;
    low = Math.min(low, track.lower?.[index] ?? value);
    high = Math.max(high, track.upper?.[index] ?? value);
  }
  if (count === 0) return `${track.label}: no values.`;
  if (track.shape === "dots") return `${track.label}: ${formatCount(count)} ${count === 1 ? "mark" : "marks"}.`;
  const extent = `lowest ${formatValue(low)}, highest ${formatValue(high)}`;
  if (track.shape === "band") return `${track.label}: ${extent}.`;
  return `${track.label}: ${formatCount(count)} values, last ${formatValue(last)}, ${extent}${gaps(track, start, end)}.`;
}

const mostNotes = 20;

function describeNotes(track: Track, range: Range, formatTime: (time: number) => string): string {
  const [start, end] = inside(track, range);
  const texts = Array.from(track.saved ?? [], (text, i) => `${formatTime(track.times[i] ?? NaN)} ${text}`);
  const more = end - start > mostNotes ? `; and ${formatCount(end - start - mostNotes)} more` : "";
  return `${formatCount(end - start)} ${end - start === 1 ? "note" : "notes"}: ${texts.slice(start, Math.min(end, start + mostNotes)).join("; ")}${more}.`;
}

function gaps(track: Track, start: number, end: number): string {
  const count = runsWithin(track, [start, end]).length - 1;
  return count < 1 ? "" : `, ${formatCount(count)} ${count === 1 ? "gap" : "gaps"}`;
}

import {sort} from "d3-array";
import {messageOf, toMs} from "../format/format.js";
import {copyable} from "../ui/elements/copyable.js";
import {html, onPointer} from "../ui/elements/dom.js";
import {isRuled} from "./control.js";
import {read, stopAt} from "./cursor.js";
import type {Span} from "./model.js";
import {type Chart, point} from "./paint.js";
import type {Track} from "./runs.js";
import {visible} from "./view.js";

const near = 6; // px beside a span in which a click still means it
const shortestDrag = 5; // px
const doubleClickMs = 300; // a double click means the whole range

/**
 * Shows the command of a span and the `detail` of a point when the reader clicks there, or presses Enter with the cursor there.
 */
export function listenToSpans(chart: Chart): void {
  const {surface} = chart;
  let pressed = NaN;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  onPointer(surface, "pointerdown", (_, x) => {
    pressed = x;
    clearTimeout(waiting);
    close(chart);
  });
  onPointer(surface, "click", (event, x, y) => {
    if (Math.abs(x - pressed) >= shortestDrag || event.altKey || event.shiftKey || isRuled(chart)) return;
    const span = spanAt(chart, x);
    if (span) open(chart, {x, y}, span);
    else waiting = setTimeout(() => surface.isConnected && open(chart, {x, y}), doubleClickMs);
  });
  surface.addEventListener("dblclick", () => {
    clearTimeout(waiting);
    close(chart);
  });
  surface.addEventListener("keydown", ({key}) => {
    if (key !== "Enter" || chart.view.time === null) return;
    const x = chart.frame.x(chart.view.time);
    open(chart, {x, y: null}, spanAt(chart, x));
  });
}

// A place in px; the keyboard's has no height.
interface Place {
  x: number;
  y: number | null;
}

function open(chart: Chart, place: Place, span?: Span): void {
  const {time} = chart.view;
  const detail = span?.hatched ? null : detailAt(chart, place);
  if (!span && !detail) return;
  close(chart);
  const label = span?.text ?? "Updates";
  const panel = html("div", {class: "fb-menu-panel fb-spot", role: "dialog", tabindex: -1, "aria-label": label});
  if (span) panel.append(html("p", {}, span.text), copyable(span.command ?? "", "Command"));
  const wait = html("p", {}, "Reading the updates…");
  if (detail) panel.append(wait);
  detail?.then(
    (element) => wait.replaceWith(element),
    (error: unknown) => wait.replaceChildren(messageOf(error))
  );
  panel.style.top = `${chart.frame.top + 8}px`;
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    panel.remove();
    chart.surface.focus();
  });
  panel.addEventListener("focusout", ({relatedTarget}) => {
    if (relatedTarget instanceof Node && panel.contains(relatedTarget)) return;
    queueMicrotask(() => panel.remove()); // the panel may lose the focus by being removed
    if (relatedTarget !== null && relatedTarget !== chart.surface) point(chart, undefined);
  });
  chart.shell.body.append(panel);
  panel.focus();
  if (time !== null) point(chart, time); // the readings stay beside the panel
}

function close({shell}: Chart): void {
  shell.body.querySelector(".fb-spot")?.remove();
}

function detailAt({view, frame, stops}: Chart, {x, y}: Place): Promise<HTMLElement> | null {
  const tracks = visible(view);
  const at = stopAt(tracks, stops, +frame.x.invert(x), view.trading);
  if (at === undefined || !view.options.detail) return null;
  const lines = tracks.filter(({shape}) => shape !== "notes" && shape !== "dots");
  const away = (track: Track): number => Math.abs(frame.y(read(track, at, String).value) - (y ?? NaN)); // NaN keeps the order
  const series = sort(lines, away);
  return view.options.detail({at, candleMs: lines.find(({shape}) => shape === "candles")?.stepMs ?? null, series});
}

// The shortest span with a command at an x in px.
function spanAt({frame: {spans, x: place}}: Chart, x: number): Span | undefined {
  const length = ({from, until}: Span): number => toMs(until) - toMs(from);
  return spans
    .filter(({command, from, until}) => command && place(toMs(from)) - near <= x && x <= place(toMs(until)) + near)
    .sort((a, b) => length(a) - length(b))[0];
}

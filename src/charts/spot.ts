import {toMs} from "../format/format.js";
import {copyable} from "../ui/elements/copyable.js";
import {html, onPointer} from "../ui/elements/dom.js";
import type {Span} from "./model.js";
import type {Chart} from "./paint.js";

const near = 6; // px beside a span in which a click still means it
const shortestDrag = 5; // px

/** Shows the command of a span when the reader clicks it, or presses Enter with the cursor on it. */
export function listenToSpans(chart: Chart): void {
  const {surface} = chart;
  let pressed = NaN;
  onPointer(surface, "pointerdown", (_, x) => {
    pressed = x;
    close(chart);
  });
  onPointer(surface, "click", (_, x) => Math.abs(x - pressed) < shortestDrag && open(chart, x));
  surface.addEventListener("keydown", ({key}) => {
    if (key === "Enter" && chart.view.time !== null) open(chart, chart.frame.x(chart.view.time));
  });
}

function open(chart: Chart, x: number): void {
  const span = spanAt(chart, x);
  if (span?.command === undefined) return;
  const panel = html("div", {class: "fb-menu-panel fb-spot", role: "dialog", tabindex: -1, "aria-label": span.text});
  panel.append(html("p", {}, span.text), copyable(span.command, "Command"));
  panel.style.top = `${chart.frame.top + 8}px`;
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    panel.remove();
    chart.surface.focus();
  });
  panel.addEventListener("focusout", ({relatedTarget}) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) panel.remove();
  });
  chart.shell.body.append(panel);
  panel.focus();
}

function close({shell}: Chart): void {
  shell.body.querySelector(".fb-spot")?.remove();
}

// The shortest span with a command at an x in px.
function spanAt({frame: {spans, x: place}}: Chart, x: number): Span | undefined {
  const length = ({from, until}: Span): number => toMs(until) - toMs(from);
  return spans
    .filter(({command, from, until}) => command && place(toMs(from)) - near <= x && x <= place(toMs(until)) + near)
    .sort((a, b) => length(a) - length(b))[0];
}

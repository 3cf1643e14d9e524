import {button, html, svg} from "../ui/elements/dom.js";
import {keepFocus} from "../ui/elements/focus.js";
import {follow, rulerButton, toggle, zoomTo} from "./control.js";
import {stopAt} from "./cursor.js";
import {dataTable} from "./data-table.js";
import {fullHeight, fullItem, onFull} from "./full.js";
import {listenToGestures} from "./gestures.js";
import {listenToLinked} from "./link.js";
import {chartMenu, helpList, type Saveable} from "./menu.js";
import type {TimeChartOptions} from "./model.js";
import {type Chart, emphasise, point, redraw, showCursor} from "./paint.js";
import {standalone} from "./picture.js";
import {csv, savedName, tableOf} from "./save.js";
import {legend, onWidth, shell} from "./shell.js";
import {listenToSpans} from "./spot.js";
import {stripOf} from "./strip.js";
import {createView, heightOf, layout, longestText, rangeOf, savedTracks, stops, type View, visible} from "./view.js";

/** A time chart with cursor, zoom, legend and menu, and with `overview` a strip of its whole range. */
export function timeChart(options: TimeChartOptions): HTMLElement {
  const chart = build(createView(options));
  const {surface, reset, view, shell, legend} = chart;
  const id = options.id ?? options.title;
  listenToGestures(chart);
  listenToSpans(chart);
  let {time} = view.handover; // until the cursor is shown
  surface.addEventListener("focus", () => {
    const place = view.time ?? time ?? null;
    time = null;
    point(chart, place === null ? chart.stops.at(-1) : stopAt(visible(view), chart.stops, place, view.trading));
  });
  surface.addEventListener("blur", () => point(chart, undefined));
  reset.addEventListener("click", () => {
    surface.focus(); // a chart that replaces this one takes the focus over
    zoomTo(chart, null);
  });
  const resize = (width: number): void => {
    view.width = width;
    view.height = fullHeight(id, shell.figure) ?? heightOf(options);
    legend.arrange();
    redraw(chart);
  };
  if (options.width === undefined) onWidth(shell.body, resize);
  onFull(id, shell.figure, () => resize(view.width));
  keepFocus(`chart ${id}`, shell.figure, () => [surface]);
  return shell.figure;
}

function build(view: View): Chart {
  const {title} = view.options;
  const frame = layout(view);
  const parts = shell(title, frame.height, true);
  const slider = {class: "fb-surface", role: "slider", tabindex: 0, "aria-label": `Time cursor of ${title}`};
  const actions = {
    toggle: (key: string) => toggle(chart, key),
    emphasise: (key: string | null) => emphasise(chart, key)
  };
  const chart: Chart = {
    ...{view, shell: parts, frame, stops: stops(view), overlay: null, picture: svg("svg"), reported: view.range},
    surface: html("div", slider),
    legend: legend(parts.legend, view.tracks, actions, (track) => longestText(view, track)),
    reset: html("button", {type: "button", hidden: view.range === null}, "Whole range"),
    live: html("span", {class: "fb-unseen", "aria-live": "polite"}),
    strip: null,
    dataTable: dataTable(view),
    ...{place: null, measure: null, ruler: rulerButton(title)},
    reporting: undefined
  };
  chart.strip = stripOf(chart);
  const {button: tableButton, element} = chart.dataTable;
  const full = fullItem(view.options.id ?? title, parts.figure);
  const items = [tableButton, chart.reset, digitsItem(chart), ...(full ? [full] : [])];
  const help = () => helpList(view.options.detail !== undefined);
  parts.tools.append(chart.ruler, chartMenu(title, saveable(view, parts.figure), {items, help}));
  parts.body.append(chart.picture, chart.surface, chart.live);
  parts.figure.append(...(chart.strip === null ? [] : [chart.strip.element]), element);
  if (view.options.linked) listenToLinked(parts.figure, (message) => follow(chart, message));
  // Else it is drawn once its width is known; its legend is as large before, so that nothing moves then.
  if (view.options.width !== undefined || typeof ResizeObserver === "undefined") redraw(chart);
  else showCursor(chart);
  return chart;
}

// The item of the menu by which readings and table have all digits, and the usual ones again.
function digitsItem(chart: Chart): HTMLElement {
  const {handover} = chart.view;
  const item = button("", () => {
    handover.isExact = !handover.isExact;
    show();
    redraw(chart);
  });
  const show = (): void => {
    item.textContent = handover.isExact ? "Usual digits" : "All digits";
    chart.shell.figure.dataset.digits = handover.isExact ? "all" : "usual";
  };
  show();
  return item;
}

function saveable(view: View, figure: HTMLElement): Saveable {
  return {
    picture: () => standalone(view, figure),
    table: () => {
      const {header, rows} = tableOf(savedTracks(view), rangeOf(view));
      return csv(header, rows);
    },
    name: () => savedName(view.options.title, rangeOf(view))
  };
}

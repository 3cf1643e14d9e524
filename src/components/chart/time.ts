import {html} from "../dom.js";
import {gesturesOf, point, toggle, zoomTo} from "./control.js";
import {csv, tableOf} from "./csv.js";
import {nearest} from "./cursor.js";
import {draw} from "./draw.js";
import {listenToKeys, listenToPointer} from "./gestures.js";
import {legend} from "./legend.js";
import {type Saveable, saveMenu} from "./menu.js";
import type {TimeChartOptions} from "./model.js";
import {type Chart, emphasise, redraw} from "./paint.js";
import {takeFocus} from "./refocus.js";
import {savedName} from "./save.js";
import {onWidth, shell} from "./shell.js";
import {standalone} from "./standalone.js";
import {createView, layout, rangeOf, type View, visible, widest} from "./view.js";

/** A time chart in UTC: lines, steps, dots and bands with a cursor, zoom, a legend that toggles, and a menu to save it. Fills its container. */
export function timeChart(options: TimeChartOptions): HTMLElement {
  const chart = build(createView(options));
  const {surface, reset, view, shell} = chart;
  listenToPointer(surface, gesturesOf(chart));
  listenToKeys(surface, gesturesOf(chart));
  surface.addEventListener("focus", () => point(chart, view.time ?? chart.stops.at(-1)));
  surface.addEventListener("blur", () => point(chart, undefined));
  reset.addEventListener("click", () => {
    zoomTo(chart, null);
    surface.focus();
  });
  if (options.width === undefined) {
    onWidth(shell.body, (width) => {
      view.width = width;
      redraw(chart);
      refocus(chart);
    });
  }
  return shell.figure;
}

function refocus({view, surface, stops}: Chart): void {
  const time = takeFocus(view.options.title, surface);
  if (time === undefined) return;
  view.time = time === null ? null : (nearest(stops, time) ?? null);
  surface.focus({preventScroll: true});
}

function build(view: View): Chart {
  const {title} = view.options;
  const frame = layout(view);
  const parts = shell(title, frame.height);
  const slider = {class: "fb-surface", role: "slider", tabindex: 0, "aria-label": `Time cursor of ${title}`};
  const actions = {
    toggle: (key: string) => toggle(chart, key),
    emphasise: (key: string | null) => emphasise(chart, key)
  };
  const chart: Chart = {
    ...{view, shell: parts, frame, stops: [], overlay: null, picture: draw(frame, title)},
    surface: html("div", slider),
    legend: legend(parts.legend, view.tracks, widest(view), actions),
    reset: html("button", {type: "button", class: "fb-reset"}, "Reset zoom"),
    live: html("span", {class: "fb-unseen", "aria-live": "polite"})
  };
  parts.tools.append(chart.reset, saveMenu(title, saveable(view, parts.figure)));
  parts.body.append(chart.picture, chart.surface, chart.live);
  redraw(chart);
  return chart;
}

function saveable(view: View, figure: HTMLElement): Saveable {
  return {
    picture: () => standalone(view, figure),
    table: () => {
      const {header, rows} = tableOf(visible(view), rangeOf(view));
      return csv(header, rows);
    },
    name: () => savedName(view.options.title, rangeOf(view))
  };
}

import {beforeState, readState, writeState} from "../../lib/state.js";
import type {ChartOptions, Range} from "../chart/model.js";
import {zoomTo} from "./fields.js";
import type {Picked} from "./picked.js";
import {loadHint} from "./thin.js";

/**
 * Options of a time chart that tie it to the pick and the URL: the whole range, the zoom and the step, series switched off in
 * the legend (`hide`, by their keys), the time zone, whether closed hours are `skipped`, and the source note on saved
 * pictures. The charts of a page share their cursor and their zoom, and the first of them has a strip with the whole range:
 * give it rows of that as `overview`, else it shows what the chart itself has.
 */
export function chartState(picked: Picked & {closed?: unknown}): ChartOptions {
  const {domain, zoom, step, tz, closed, source} = picked;
  const {hide} = readState();
  return {
    domain: domain ?? null,
    range: zoom,
    stepMs: 1000 * step,
    onZoom: zoomSoon,
    linked: true,
    overview: [],
    zone: tz,
    skipClosed: closed === "skipped",
    hidden: hide?.split(",").filter(Boolean) ?? null,
    onToggle(hidden, all) {
      const others = (readState().hide ?? "").split(",").filter((key) => key !== "" && !all.includes(key));
      writeState({hide: [...others, ...hidden].join()}, {replace: true});
    },
    source,
    hint: loadHint(picked)
  };
}

let leave = (): void => {};

// The page follows a frame after the zoomed chart is painted, or before its state is changed by anything else.
function zoomSoon(range: Range | null): void {
  leave();
  const tell = (): void => {
    leave();
    zoomTo(range);
  };
  const stop = beforeState(tell);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(tell);
    });
  });
  leave = () => {
    stop();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

import type {ChartOptions} from "../components/chart/model.js";
import {zoomTo} from "./fields.js";
import type {Picked} from "./pick.js";
import {readState, writeState} from "./state.js";

/**
 * Options of a time chart that tie it to the pick and the URL: the whole range, the zoom and the step, series switched off in the
 * legend (`hide`, by their keys), and the source note on saved pictures.
 */
export function chartState({domain, zoom, step, source}: Picked): ChartOptions {
  const {hide} = readState();
  return {
    domain: domain ?? null,
    range: zoom,
    stepMs: 1000 * step,
    onZoom: zoomTo,
    hidden: hide?.split(",").filter(Boolean) ?? null,
    onToggle: (hidden) => writeState({hide: hidden.join()}, {replace: true}),
    source
  };
}

// The one import of an own page, with everything. Packages are imported by bare names, so that Framework bundles the
// installed ones; `npm:` imports and its built-ins would be fetched from a CDN.

export * as Plot from "@observablehq/plot";
export {html, svg} from "htl";
export {feedInput, feedsInput} from "../components/inputs/feeds.js";
export {basisInput, stepInput, timeInput, zoneInput} from "../components/inputs/own.js";
export {keep} from "../components/inputs/url.js";
export {barChart} from "../components/rows/bar-chart.js";
export {dataTable} from "../components/rows/data-table.js";
export {figures} from "../components/rows/figures.js";
export {finding} from "../components/rows/finding.js";
export {heatMap, matrix, weekHeat} from "../components/rows/heat-map.js";
export {histogram} from "../components/rows/histogram.js";
export * as Inputs from "../components/rows/inputs.js";
export {timeChart} from "../components/rows/time-chart.js";
export * as d3 from "./d3.js";
export * from "./kit.js";
export {table} from "./own-table.js";

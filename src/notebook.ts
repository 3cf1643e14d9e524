// The one import of an own page, with everything. Packages are imported by bare names, so that Framework bundles the
// installed ones; `npm:` imports and its built-ins would be fetched from a CDN.

import * as bars from "./charts/rows/bar-chart.js";
import * as numbers from "./charts/rows/figures.js";
import * as histograms from "./charts/rows/histogram.js";
import * as lines from "./charts/rows/line-chart.js";
import {withQuery} from "./ui/elements/query.js";

export * as Plot from "@observablehq/plot";
export {html, svg} from "htl";
export {finding} from "./charts/rows/figures.js";
export * as Inputs from "./charts/rows/inputs.js";
export {table} from "./duckdb/sql/own-table.js";
export * as d3 from "./duckdb/values/d3.js";
export {basisInput, choice, feedInput, feedsInput, stepInput, timeInput, zoneInput} from "./inputs/own.js";
export {keep} from "./inputs/url.js";
export * from "./kit.js";

// Each picture of rows has the button SQL.
export const barChart = withQuery(bars.barChart);
export const figures = withQuery(numbers.figures);
export const histogram = withQuery(histograms.histogram);
export const lineChart = withQuery(lines.lineChart);

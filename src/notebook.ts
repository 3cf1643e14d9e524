// The one import of an own page, with everything. Packages are imported by bare names, so that Framework bundles the
// installed ones; `npm:` imports and its built-ins would be fetched from a CDN.

import {barChart as barChartPlain} from "./charts/rows/bar-chart.js";
import {dataTable as dataTablePlain} from "./charts/rows/data-table.js";
import {figures as figuresPlain} from "./charts/rows/figures.js";
import {heatMap as heatMapPlain, matrix as matrixPlain, weekHeat as weekHeatPlain} from "./charts/rows/heat-map.js";
import {histogram as histogramPlain} from "./charts/rows/histogram.js";
import {lineChart as lineChartPlain} from "./charts/rows/line-chart.js";
import {timeChart as timeChartPlain} from "./charts/rows/time-chart.js";
import {withQuery} from "./ui/elements/query.js";

export * as Plot from "@observablehq/plot";
export {html, svg} from "htl";
export {finding} from "./charts/rows/finding.js";
export * as Inputs from "./charts/rows/inputs.js";
export {table} from "./duckdb/sql/own-table.js";
export * as d3 from "./duckdb/values/d3.js";
export {feedInput, feedsInput} from "./inputs/feeds.js";
export {basisInput, choice, stepInput, zoneInput} from "./inputs/own.js";
export {timeInput} from "./inputs/time.js";
export {keep} from "./inputs/url.js";
export * from "./kit.js";

// What draws rows shows their SQL.
export const barChart = withQuery(barChartPlain);
export const dataTable = withQuery(dataTablePlain);
export const figures = withQuery(figuresPlain);
export const heatMap = withQuery(heatMapPlain);
export const matrix = withQuery(matrixPlain);
export const weekHeat = withQuery(weekHeatPlain);
export const histogram = withQuery(histogramPlain);
export const lineChart = withQuery(lineChartPlain);
export const timeChart = withQuery(timeChartPlain);

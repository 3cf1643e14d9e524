// The one import of an own page, with everything. Packages are imported by bare names, so that Framework bundles the
// installed ones; `npm:` imports and its built-ins would be fetched from a CDN.

import {withQuery} from "../components/parts/query.js";
import {barChart as barChartPlain} from "../components/rows/bar-chart.js";
import {dataTable as dataTablePlain} from "../components/rows/data-table.js";
import {figures as figuresPlain} from "../components/rows/figures.js";
import {
  heatMap as heatMapPlain,
  matrix as matrixPlain,
  weekHeat as weekHeatPlain
} from "../components/rows/heat-map.js";
import {histogram as histogramPlain} from "../components/rows/histogram.js";
import {lineChart as lineChartPlain} from "../components/rows/line-chart.js";
import {timeChart as timeChartPlain} from "../components/rows/time-chart.js";

export * as Plot from "@observablehq/plot";
export {html, svg} from "htl";
export {feedInput, feedsInput} from "../components/inputs/feeds.js";
export {basisInput, stepInput, zoneInput} from "../components/inputs/own.js";
export {timeInput} from "../components/inputs/time.js";
export {keep} from "../components/inputs/url.js";
export {finding} from "../components/rows/finding.js";
export * as Inputs from "../components/rows/inputs.js";
export * as d3 from "./d3.js";
export * from "./kit.js";
export {table} from "./own-table.js";

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

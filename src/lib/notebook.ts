// The one import of a page. Packages are imported here by their bare names, so that Framework bundles the installed
// ones; `npm:` imports and its own built-ins would come from a CDN.
export * as Inputs from "@observablehq/inputs";
export * as Plot from "@observablehq/plot";
export {html, svg} from "htl";
export {sessionBadge} from "../components/badge.js";
export {fundingBars} from "../components/bars.js";
export {catalog} from "../components/catalog.js";
export {spreadDistribution} from "../components/distribution.js";
export {fundingChart} from "../components/funding.js";
export {priceChart} from "../components/price.js";
export {fundingFigures} from "../components/rates.js";
export {sessionNames} from "../components/session.js";
export {sparkline} from "../components/sparkline.js";
export {spreadChart} from "../components/spread.js";
export {statRow, toneOf} from "../components/stats.js";
export {feedTable} from "../components/table.js";
export {chartState} from "./chart.js";
export {controls} from "./controls.js";
export * as d3 from "./d3.js";
export {emptyState} from "./empty.js";
export {zoomTo} from "./fields.js";
export * from "./format.js";
export {freshness} from "./freshness.js";
export {listState} from "./list.js";
export {openPage} from "./opening.js";
export {grainNote} from "./pyramid.js";
export {sql} from "./sql.js";
export {tablesState} from "./tables.js";

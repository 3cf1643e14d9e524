// The imports of Feedbook's own pages. Without Inputs and Plot the first picture shows sooner. `notebook.ts` exports
// all of it as well.

export {boardRows, feedBoard, feedTable} from "../components/board/board.js";
export {feedCards} from "../components/board/cards.js";
export {catalog} from "../components/catalog/catalog.js";
export {glossary} from "../components/catalog/glossary.js";
export {guideSearch} from "../components/catalog/guide-search.js";
export {feedLinks, isNeverUpdated, nameAfter} from "../components/feed/about.js";
export {feedCatalogue, feedSessions, feedValues} from "../components/feed/facts.js";
export {feedFigures, feedQuality} from "../components/feed/figures.js";
export {bases, columns as basisColumns} from "../components/funding/basis.js";
export {accrualChart, differenceChart, fundingChart, fundingFigures} from "../components/funding/charts.js";
export {fundingHeat} from "../components/funding/heat.js";
export {fundingNow} from "../components/funding/now.js";
export {chartState, closedHours, offerClosed} from "../components/inputs/chart.js";
export {controls, period} from "../components/inputs/controls.js";
export {zoomTo} from "../components/inputs/fields.js";
export {emptyState, freshness, thinNote} from "../components/inputs/notes.js";
export {
  foundState,
  listState,
  nowState,
  sameView,
  simulatedAt,
  sortState,
  tablesState,
  withTime
} from "../components/inputs/state.js";
export {sessionBadge, sessionNames} from "../components/parts/names.js";
export {sparkline} from "../components/parts/sparkline.js";
export {statRow, toneOf} from "../components/parts/stats.js";
export {priceFigures} from "../components/prices/figures.js";
export {indexedChart} from "../components/prices/indexed.js";
export {priceChart, publishersChart} from "../components/prices/price.js";
export {completenessChart} from "../components/quality/completeness.js";
export {freshnessTable, gapTable, staleTable} from "../components/quality/feeds.js";
export {matchCount, matchCount as whose, qualityFigures, sinceNote} from "../components/quality/figures.js";
export {latencyChart} from "../components/quality/latency.js";
export {faultList, fieldTable, loadTable} from "../components/quality/logs.js";
export {nullsChart} from "../components/quality/nulls.js";
export {confidenceChart, widerNote} from "../components/spreads/confidence.js";
export {spreadDistribution} from "../components/spreads/distribution.js";
export {spreadFigures} from "../components/spreads/figures.js";
export {spreadRanking} from "../components/spreads/ranking.js";
export {spreadChart} from "../components/spreads/spread.js";
export {weekChart} from "../components/spreads/week.js";
export * from "./format.js";
export {openPage} from "./opening.js";
export {identifier} from "./parameters.js";
export {grainNote} from "./resolution.js";
export {sql} from "./sql.js";
export {formatSpan} from "./zone.js";

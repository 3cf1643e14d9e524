// What the pages here import: of it the first picture comes sooner, as neither Inputs nor Plot is loaded before. `notebook.ts`
// has all of it, too.

export {boardRows, feedBoard} from "../components/board/board.js";
export {feedTable} from "../components/board/table.js";
export {catalog} from "../components/catalog/catalog.js";
export {feedLinks, isNeverUpdated} from "../components/feed/about.js";
export {feedCatalogue, feedSessions, feedValues} from "../components/feed/facts.js";
export {feedFigures, feedQuality} from "../components/feed/figures.js";
export {accrualChart} from "../components/funding/accrual.js";
export {bases} from "../components/funding/basis.js";
export {differenceChart} from "../components/funding/difference.js";
export {fundingChart, fundingFigures} from "../components/funding/funding.js";
export {fundingHeat} from "../components/funding/heat.js";
export {fundingNow} from "../components/funding/now.js";
export {withTime} from "../components/inputs/carry.js";
export {chartState, closedHours, offerClosed} from "../components/inputs/chart.js";
export {controls} from "../components/inputs/controls.js";
export {zoomTo} from "../components/inputs/fields.js";
export {nameAfter} from "../components/inputs/heading.js";
export {emptyState, freshness, thinNote} from "../components/inputs/notes.js";
export {period} from "../components/inputs/period.js";
export {
  foundState,
  listState,
  nowState,
  sameView,
  simulatedAt,
  sortState,
  tablesState
} from "../components/inputs/state.js";
export {sessionBadge} from "../components/parts/badge.js";
export {sessionNames} from "../components/parts/names.js";
export {sparkline} from "../components/parts/sparkline.js";
export {statRow, toneOf} from "../components/parts/stats.js";
export {indexedChart} from "../components/prices/indexed.js";
export {priceChart} from "../components/prices/price.js";
export {publishersChart} from "../components/prices/publishers.js";
export {completenessChart} from "../components/quality/completeness.js";
export {faultList} from "../components/quality/faults.js";
export {freshnessTable, gapTable, staleTable} from "../components/quality/feeds.js";
export {latencyChart} from "../components/quality/latency.js";
export {fieldTable, loadTable} from "../components/quality/logs.js";
export {nullsChart} from "../components/quality/nulls.js";
export {whose} from "../components/quality/whose.js";
export {confidenceChart} from "../components/spreads/confidence.js";
export {spreadDistribution} from "../components/spreads/distribution.js";
export {spreadRanking} from "../components/spreads/ranking.js";
export {spreadChart} from "../components/spreads/spread.js";
export {weekChart} from "../components/spreads/week.js";
export * from "./format.js";
export {openPage} from "./opening.js";
export {grainNote} from "./pyramid.js";
export {sql} from "./sql.js";
export {hoursIn} from "./zone.js";

// What the pages here import: of it the first picture comes sooner, as neither Inputs nor Plot is loaded before. `notebook.ts`
// has all of it, too.

export {feedBoard} from "../components/board/board.js";
export {boardRows} from "../components/board/opened.js";
export {feedTable} from "../components/board/table.js";
export {catalog} from "../components/catalog/catalog.js";
export {isNeverUpdated} from "../components/feed/about.js";
export {feedCatalogue} from "../components/feed/catalogue.js";
export {feedFigures} from "../components/feed/figures.js";
export {feedLinks} from "../components/feed/links.js";
export {feedQuality} from "../components/feed/quality.js";
export {feedSessions} from "../components/feed/sessions.js";
export {feedValues} from "../components/feed/values.js";
export {accrualChart} from "../components/funding/accrual.js";
export {bases} from "../components/funding/basis.js";
export {differenceChart} from "../components/funding/difference.js";
export {fundingChart} from "../components/funding/funding.js";
export {fundingHeat} from "../components/funding/heat.js";
export {fundingNow} from "../components/funding/now.js";
export {fundingFigures} from "../components/funding/rates.js";
export {withTime} from "../components/inputs/carry.js";
export {chartState} from "../components/inputs/chart.js";
export {closedHours, offerClosed} from "../components/inputs/closed.js";
export {controls} from "../components/inputs/controls.js";
export {emptyState} from "../components/inputs/empty.js";
export {zoomTo} from "../components/inputs/fields.js";
export {freshness} from "../components/inputs/freshness.js";
export {nameAfter} from "../components/inputs/heading.js";
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
export {thinNote} from "../components/inputs/thin.js";
export {sessionBadge} from "../components/parts/badge.js";
export {sessionNames} from "../components/parts/session.js";
export {sparkline} from "../components/parts/sparkline.js";
export {statRow, toneOf} from "../components/parts/stats.js";
export {indexedChart} from "../components/prices/indexed.js";
export {priceChart} from "../components/prices/price.js";
export {publishersChart} from "../components/prices/publishers.js";
export {completenessChart} from "../components/quality/completeness.js";
export {faultList} from "../components/quality/faults.js";
export {freshnessTable, staleTable} from "../components/quality/freshness.js";
export {gapTable} from "../components/quality/gaps.js";
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

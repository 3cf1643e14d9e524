// The imports of Feedbook's own pages. Without Inputs and Plot the first picture shows sooner. `notebook.ts` exports
// all of it as well.

import {keepResults} from "./duckdb/sql/errors.js";
import {withQuery, withSql} from "./ui/elements/query.js";
import * as board from "./views/board/board.js";
import * as cards from "./views/board/cards.js";
import * as feedFacts from "./views/feed/facts.js";
import * as feedNumbers from "./views/feed/figures.js";
import * as fundingCharts from "./views/funding/charts.js";
import * as fundingCells from "./views/funding/heat.js";
import * as fundingLatest from "./views/funding/now.js";
import * as pricesFigures from "./views/prices/figures.js";
import * as pricesIndexed from "./views/prices/indexed.js";
import * as prices from "./views/prices/price.js";
import * as qualityCompleteness from "./views/quality/completeness.js";
import * as qualityFeeds from "./views/quality/feeds.js";
import * as qualityNumbers from "./views/quality/figures.js";
import * as qualityLatency from "./views/quality/latency.js";
import * as qualityLogs from "./views/quality/logs.js";
import * as qualityNulls from "./views/quality/nulls.js";
import * as spreadsConfidence from "./views/spreads/confidence.js";
import * as spreadsDistribution from "./views/spreads/distribution.js";
import * as spreadsFigures from "./views/spreads/figures.js";
import * as spreadsRanking from "./views/spreads/ranking.js";
import * as spreads from "./views/spreads/spread.js";
import * as spreadsWeek from "./views/spreads/week.js";

if (typeof document !== "undefined") keepResults();

export {openPage} from "./duckdb/sql/opening.js";
export {identifier} from "./duckdb/sql/parameters.js";
export {runText, sql} from "./duckdb/sql/sql.js";
export * from "./format/format.js";
export {grainNote} from "./format/resolution.js";
export {formatSpan} from "./format/zone.js";
export {chartState, closedHours, offerClosed} from "./inputs/chart.js";
export {controls, period} from "./inputs/controls.js";
export {zoomTo} from "./inputs/fields.js";
export {emptyState, freshness, thinNote} from "./inputs/notes.js";
export {
  foundState,
  listState,
  nowState,
  sameView,
  simulatedAt,
  sortState,
  tablesState,
  withTime
} from "./inputs/state.js";
export {sessionBadge, sessionNames} from "./ui/elements/names.js";
export {sparkline} from "./ui/elements/sparkline.js";
export {statRow, toneOf} from "./ui/elements/stats.js";
export {boardRows} from "./views/board/board.js";
export {catalog} from "./views/catalog/catalog.js";
export {glossary} from "./views/catalog/glossary.js";
export {guideSearch} from "./views/catalog/guide-search.js";
export {feedLinks, isNeverUpdated, nameAfter} from "./views/feed/about.js";
export {bases, columns as basisColumns} from "./views/funding/basis.js";
export {matchCount, sinceNote} from "./views/quality/figures.js";
export {widerNote} from "./views/spreads/confidence.js";

// Each picture of rows has the button SQL.
export {withSql};
export const feedBoard = withQuery(board.feedBoard);
export const feedCards = withQuery(cards.feedCards);
/** A table of feeds, and a function that shows the found ones: see `feedTable` in board.ts. */
export const feedTable: typeof board.feedTable = (rows, options) => {
  const {element, show} = board.feedTable(rows, options);
  return {element: withSql(element, rows), show};
};
export const feedCatalogue = withQuery(feedFacts.feedCatalogue);
export const feedSessions = withQuery(feedFacts.feedSessions);
export const feedValues = withQuery(feedFacts.feedValues);
export const feedFigures = withQuery(feedNumbers.feedFigures);
export const feedQuality = withQuery(feedNumbers.feedQuality);
export const accrualChart = withQuery(fundingCharts.accrualChart);
export const differenceChart = withQuery(fundingCharts.differenceChart);
export const fundingChart = withQuery(fundingCharts.fundingChart);
export const fundingFigures = withQuery(fundingCharts.fundingFigures);
export const fundingHeat = withQuery(fundingCells.fundingHeat);
export const fundingNow = withQuery(fundingLatest.fundingNow);
export const priceFigures = withQuery(pricesFigures.priceFigures);
export const indexedChart = withQuery(pricesIndexed.indexedChart);
export const priceChart = withQuery(prices.priceChart);
export const publishersChart = withQuery(prices.publishersChart);
export const completenessChart = withQuery(qualityCompleteness.completenessChart);
export const freshnessTable = withQuery(qualityFeeds.freshnessTable);
export const gapTable = withQuery(qualityFeeds.gapTable);
export const staleTable = withQuery(qualityFeeds.staleTable);
export const qualityFigures = withQuery(qualityNumbers.qualityFigures);
export const latencyChart = withQuery(qualityLatency.latencyChart);
export const faultList = withQuery(qualityLogs.faultList);
export const fieldTable = withQuery(qualityLogs.fieldTable);
export const loadTable = withQuery(qualityLogs.loadTable);
export const nullsChart = withQuery(qualityNulls.nullsChart);
export const confidenceChart = withQuery(spreadsConfidence.confidenceChart);
export const spreadDistribution = withQuery(spreadsDistribution.spreadDistribution);
export const spreadFigures = withQuery(spreadsFigures.spreadFigures);
export const spreadRanking = withQuery(spreadsRanking.spreadRanking);
export const spreadChart = withQuery(spreads.spreadChart);
export const weekChart = withQuery(spreadsWeek.weekChart);
export {resultOf, saveTable} from "./charts/rows/run.js";

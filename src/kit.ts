// The imports of Feedbook's own pages. Without Inputs and Plot the first picture shows sooner. `notebook.ts` exports
// all of it as well.

import {keepResults} from "./duckdb/sql/errors.js";
import {withQuery, withSql} from "./ui/elements/query.js";
import {feedBoard as feedBoardPlain, feedTable as feedTablePlain} from "./views/board/board.js";
import {feedCards as feedCardsPlain} from "./views/board/cards.js";
import {
  feedCatalogue as feedCataloguePlain,
  feedSessions as feedSessionsPlain,
  feedValues as feedValuesPlain
} from "./views/feed/facts.js";
import {feedFigures as feedFiguresPlain, feedQuality as feedQualityPlain} from "./views/feed/figures.js";
import {
  accrualChart as accrualChartPlain,
  differenceChart as differenceChartPlain,
  fundingChart as fundingChartPlain,
  fundingFigures as fundingFiguresPlain
} from "./views/funding/charts.js";
import {fundingHeat as fundingHeatPlain} from "./views/funding/heat.js";
import {fundingNow as fundingNowPlain} from "./views/funding/now.js";
import {priceFigures as priceFiguresPlain} from "./views/prices/figures.js";
import {indexedChart as indexedChartPlain} from "./views/prices/indexed.js";
import {priceChart as priceChartPlain, publishersChart as publishersChartPlain} from "./views/prices/price.js";
import {completenessChart as completenessChartPlain} from "./views/quality/completeness.js";
import {
  freshnessTable as freshnessTablePlain,
  gapTable as gapTablePlain,
  staleTable as staleTablePlain
} from "./views/quality/feeds.js";
import {qualityFigures as qualityFiguresPlain} from "./views/quality/figures.js";
import {latencyChart as latencyChartPlain} from "./views/quality/latency.js";
import {
  faultList as faultListPlain,
  fieldTable as fieldTablePlain,
  loadTable as loadTablePlain
} from "./views/quality/logs.js";
import {nullsChart as nullsChartPlain} from "./views/quality/nulls.js";
import {confidenceChart as confidenceChartPlain} from "./views/spreads/confidence.js";
import {spreadDistribution as spreadDistributionPlain} from "./views/spreads/distribution.js";
import {spreadFigures as spreadFiguresPlain} from "./views/spreads/figures.js";
import {spreadRanking as spreadRankingPlain} from "./views/spreads/ranking.js";
import {spreadChart as spreadChartPlain} from "./views/spreads/spread.js";
import {weekChart as weekChartPlain} from "./views/spreads/week.js";

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
export {matchCount, matchCount as whose, sinceNote} from "./views/quality/figures.js";
export {widerNote} from "./views/spreads/confidence.js";

// What draws rows shows their SQL.
export {withSql};
export const feedBoard = withQuery(feedBoardPlain);
export const feedCards = withQuery(feedCardsPlain);
/** A table of feeds, with what shows those that are found: see `feedTable` in board.ts. */
export const feedTable: typeof feedTablePlain = (rows, options) => {
  const {element, show} = feedTablePlain(rows, options);
  return {element: withSql(element, rows), show};
};
export const feedCatalogue = withQuery(feedCataloguePlain);
export const feedSessions = withQuery(feedSessionsPlain);
export const feedValues = withQuery(feedValuesPlain);
export const feedFigures = withQuery(feedFiguresPlain);
export const feedQuality = withQuery(feedQualityPlain);
export const accrualChart = withQuery(accrualChartPlain);
export const differenceChart = withQuery(differenceChartPlain);
export const fundingChart = withQuery(fundingChartPlain);
export const fundingFigures = withQuery(fundingFiguresPlain);
export const fundingHeat = withQuery(fundingHeatPlain);
export const fundingNow = withQuery(fundingNowPlain);
export const priceFigures = withQuery(priceFiguresPlain);
export const indexedChart = withQuery(indexedChartPlain);
export const priceChart = withQuery(priceChartPlain);
export const publishersChart = withQuery(publishersChartPlain);
export const completenessChart = withQuery(completenessChartPlain);
export const freshnessTable = withQuery(freshnessTablePlain);
export const gapTable = withQuery(gapTablePlain);
export const staleTable = withQuery(staleTablePlain);
export const qualityFigures = withQuery(qualityFiguresPlain);
export const latencyChart = withQuery(latencyChartPlain);
export const faultList = withQuery(faultListPlain);
export const fieldTable = withQuery(fieldTablePlain);
export const loadTable = withQuery(loadTablePlain);
export const nullsChart = withQuery(nullsChartPlain);
export const confidenceChart = withQuery(confidenceChartPlain);
export const spreadDistribution = withQuery(spreadDistributionPlain);
export const spreadFigures = withQuery(spreadFiguresPlain);
export const spreadRanking = withQuery(spreadRankingPlain);
export const spreadChart = withQuery(spreadChartPlain);
export const weekChart = withQuery(weekChartPlain);
export {resultOf, saveTable} from "./charts/rows/run.js";

// The imports of Feedbook's own pages. Without Inputs and Plot the first picture shows sooner. `notebook.ts` exports
// all of it as well.

import {feedBoard as feedBoardPlain, feedTable as feedTablePlain} from "../components/board/board.js";
import {feedCards as feedCardsPlain} from "../components/board/cards.js";
import {
  feedCatalogue as feedCataloguePlain,
  feedSessions as feedSessionsPlain,
  feedValues as feedValuesPlain
} from "../components/feed/facts.js";
import {feedFigures as feedFiguresPlain, feedQuality as feedQualityPlain} from "../components/feed/figures.js";
import {
  accrualChart as accrualChartPlain,
  differenceChart as differenceChartPlain,
  fundingChart as fundingChartPlain,
  fundingFigures as fundingFiguresPlain
} from "../components/funding/charts.js";
import {fundingHeat as fundingHeatPlain} from "../components/funding/heat.js";
import {fundingNow as fundingNowPlain} from "../components/funding/now.js";
import {withQuery, withSql} from "../components/parts/query.js";
import {priceFigures as priceFiguresPlain} from "../components/prices/figures.js";
import {indexedChart as indexedChartPlain} from "../components/prices/indexed.js";
import {priceChart as priceChartPlain, publishersChart as publishersChartPlain} from "../components/prices/price.js";
import {completenessChart as completenessChartPlain} from "../components/quality/completeness.js";
import {
  freshnessTable as freshnessTablePlain,
  gapTable as gapTablePlain,
  staleTable as staleTablePlain
} from "../components/quality/feeds.js";
import {qualityFigures as qualityFiguresPlain} from "../components/quality/figures.js";
import {latencyChart as latencyChartPlain} from "../components/quality/latency.js";
import {
  faultList as faultListPlain,
  fieldTable as fieldTablePlain,
  loadTable as loadTablePlain
} from "../components/quality/logs.js";
import {nullsChart as nullsChartPlain} from "../components/quality/nulls.js";
import {confidenceChart as confidenceChartPlain} from "../components/spreads/confidence.js";
import {spreadDistribution as spreadDistributionPlain} from "../components/spreads/distribution.js";
import {spreadFigures as spreadFiguresPlain} from "../components/spreads/figures.js";
import {spreadRanking as spreadRankingPlain} from "../components/spreads/ranking.js";
import {spreadChart as spreadChartPlain} from "../components/spreads/spread.js";
import {weekChart as weekChartPlain} from "../components/spreads/week.js";
import {keepResults} from "./errors.js";

if (typeof document !== "undefined") keepResults();

export {boardRows} from "../components/board/board.js";
export {catalog} from "../components/catalog/catalog.js";
export {glossary} from "../components/catalog/glossary.js";
export {guideSearch} from "../components/catalog/guide-search.js";
export {feedLinks, isNeverUpdated, nameAfter} from "../components/feed/about.js";
export {bases, columns as basisColumns} from "../components/funding/basis.js";
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
export {matchCount, matchCount as whose, sinceNote} from "../components/quality/figures.js";
export {widerNote} from "../components/spreads/confidence.js";
export * from "./format.js";
export {openPage} from "./opening.js";
export {identifier} from "./parameters.js";
export {grainNote} from "./resolution.js";
export {runText, sql} from "./sql.js";
export {formatSpan} from "./zone.js";

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
export {resultOf, saveTable} from "../components/rows/run.js";

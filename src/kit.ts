// The imports of Feedbook's own pages. Without Inputs and Plot the first picture shows sooner. `notebook.ts` exports
// all of it as well.

import * as tables from "./charts/rows/data-table.js";
import * as heat from "./charts/rows/heat-map.js";
import * as times from "./charts/rows/time-chart.js";
import {keepResults} from "./duckdb/sql/errors.js";
import {lastSession} from "./duckdb/sql/last-session.js";
import {rawUpdates} from "./duckdb/sql/raw-updates.js";
import {runText} from "./duckdb/sql/sql.js";
import * as charts from "./inputs/chart.js";
import * as inputs from "./inputs/controls.js";
import {withQuery, withSql} from "./ui/elements/query.js";
import * as board from "./views/board/board.js";
import * as events from "./views/events/events.js";
import * as feedFacts from "./views/feed/facts.js";
import * as feedNumbers from "./views/feed/figures.js";
import * as fundingDue from "./views/funding/calendar.js";
import * as fundingCharts from "./views/funding/charts.js";
import * as fundingLatest from "./views/funding/matrix.js";
import * as fundingTrades from "./views/funding/pairs.js";
import * as pricesCompared from "./views/prices/comparison.js";
import * as priceNumbers from "./views/prices/figures.js";
import * as prices from "./views/prices/price.js";
import * as qualityFaults from "./views/quality/faults.js";
import * as qualityNumbers from "./views/quality/figures.js";
import * as qualityHeat from "./views/quality/heat.js";
import * as qualityTables from "./views/quality/tables.js";
import * as spreadsRanking from "./views/spreads/ranking.js";
import * as spreads from "./views/spreads/spread.js";

if (typeof document !== "undefined") keepResults();

export {warmUp} from "./duckdb/snapshot.js";
export {identifier} from "./duckdb/sql/parameters.js";
export {runText, sql} from "./duckdb/sql/sql.js";
export * from "./format/format.js";
export {grainNote} from "./format/resolution.js";
export {closedHours, offerClosed} from "./inputs/chart.js";
export {period} from "./inputs/controls.js";
export {deskCharts, deskInput} from "./inputs/desk.js";
export {emptyState, gapSpans} from "./inputs/notes.js";
export {
  foundState,
  listState,
  matrixState,
  sameView,
  simulatedAt,
  sortState,
  tablesState,
  withTime
} from "./inputs/state.js";
export {openPage} from "./inputs/status.js";
export {tradeInput} from "./inputs/underlying.js";
export {sessionName} from "./ui/elements/names.js";
export {statRow, toneOf} from "./ui/elements/stats.js";
export {readState as pageState} from "./url/state.js";
export {boardRows} from "./views/board/board.js";
export {catalog} from "./views/catalog/catalog.js";
export {chosenEvent, eventFacts, marksOf} from "./views/events/events.js";
export {feedLinks, hideUpdates, orderCharts} from "./views/feed/about.js";
export {bases, columns as basisColumns} from "./views/funding/basis.js";
export {comparisons} from "./views/prices/comparison.js";
export {partNotes, sinceNote, unfold} from "./views/quality/figures.js";
export {problemsOf} from "./views/quality/problems.js";
export {widerNote} from "./views/spreads/spread.js";

/** The row of picks, with the feed's last session among its times. */
export const controls: typeof inputs.controls = (opening, options) =>
  inputs.controls(opening, {lastSession, ...options});

/** Options of a time chart that tie it to the pick and the URL; a click shows the raw updates of a point. */
export const chartState = (picked: Parameters<typeof charts.chartState>[0]) => charts.chartState(picked, rawUpdates);

/** The rows that an event's rule judged, around the event. */
export const eventValues = (event: events.EventRow | null, lastAt: string) =>
  runText(events.valuesQuery(event, lastAt));

// Each picture of rows has the button SQL.
export {withSql};
export const feedBoard = withQuery(board.feedBoard);
export const eventChart = withQuery(events.eventChart);
export const eventTable = withQuery(events.eventTable);
export const feedCatalogue = withQuery(feedFacts.feedCatalogue);
export const feedHours = withQuery(feedFacts.feedHours);
export const feedSessions = withQuery(feedFacts.feedSessions);
export const feedValues = withQuery(feedFacts.feedValues);
export const feedFigures = withQuery(feedNumbers.feedFigures);
export const feedQuality = withQuery(feedNumbers.feedQuality);
export const differenceChart = withQuery(fundingCharts.differenceChart, "difference");
export const fundingCalendar = withQuery(fundingDue.fundingCalendar);
export const fundingChart = withQuery(fundingCharts.fundingChart, "funding");
export const fundingHeat = withQuery(fundingCharts.fundingHeat, "funding-heat");
export const fundingMatrix = withQuery(fundingLatest.fundingMatrix);
export const fundingPairs = withQuery(fundingTrades.fundingPairs);
export const priceFigures = withQuery(priceNumbers.priceFigures);
export const comparisonChart = withQuery(pricesCompared.comparisonChart, "comparison");
export const priceChart = withQuery(prices.priceChart, "price");
export const publishersChart = withQuery(prices.publishersChart, "publishers");
export const completenessChart = withQuery(qualityHeat.completenessChart, "completeness");
export const freshnessTable = withQuery(qualityTables.freshnessTable);
export const gapTable = withQuery(qualityTables.gapTable);
export const staleTable = withQuery(qualityTables.staleTable);
export const problemList = withQuery(qualityNumbers.problemList);
export const faultList = withQuery(qualityFaults.faultList);
export const spreadDistribution = withQuery(spreads.spreadDistribution, "distribution");
export const spreadFigures = withQuery(spreads.spreadFigures);
export const spreadRanking = withQuery(spreadsRanking.spreadRanking);
export const spreadChart = withQuery(spreads.spreadChart, "spread");
export const dataTable = withQuery(tables.dataTable);
export const heatMap = withQuery(heat.heatMap);
export const matrix = withQuery(heat.matrix);
export const weekHeat = withQuery(heat.weekHeat);
export const timeChart = withQuery(times.timeChart);
export {resultOf, saveTable} from "./charts/rows/run.js";

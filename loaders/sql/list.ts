import {readFileSync} from "node:fs";
import type {TimeUnit} from "../config/choices.js";
import type {Rule} from "../config/rules.js";
import {scheduleForm} from "../parse/schedule.js";
import {fill} from "./template.js";

/**
 * What a store or a snapshot makes of a file: macros, a table macro that is a named query, a view, or a table of its rows;
 * `step`: a temporary table that later derived tables are made from.
 */
type Form = "macros" | "query" | "view" | "table" | "step";

/** An SQL text, and what a store and a snapshot have of it; null if they have nothing of it. */
export interface Piece {
  name: string;
  store: Form | null;
  snapshot: Form | null;
  /** Its file in this folder. */
  file: string;
  /** The parts of its file, if that is a template. */
  parts?: Parts;
  /** Its text in a store or in a snapshot, if it differs from its file. */
  inStore?: string;
  inSnapshot?: string;
}

type Parts = Readonly<Record<string, string>>;

/** The parts of `valid_updates`, without what the rows do not need: `misdated`: if all are; `unscaled`: if some have no exponent. */
export function validParts({misdated, unscaled}: {misdated: boolean; unscaled: boolean}): Parts {
  return {
    exponent: unscaled ? "feeds.exponent" : "NULL::INTEGER",
    catalogue: unscaled ? "LEFT JOIN feeds USING (priceFeedId)" : "",
    where: misdated ? "" : "WHERE is_dated(publishedAt)"
  };
}

/** The SQL of the view `rules`: the defaults, then these. */
export function rulesSql(rules: readonly Rule[] = []): string {
  const text = (value: string | null) => (value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`);
  const rows = rules.map(({rule, kind, feeds, limit, severity, windowSeconds, reference}, i) => {
    const names = [rule, kind, feeds].map(text).join(", ");
    return `,\n    (${100 + i}, ${names}, ${limit ?? "NULL"}, ${text(severity)}, ${windowSeconds ?? "NULL"}, ${reference ?? "NULL"})`;
  });
  return sqlOf("rules", {further: rows.join("")});
}

/** How the service sends funding, which macros depend on, and the rules of events: from the settings. */
export interface FundingUnits {
  /** Rules beyond the defaults. */
  rules?: readonly Rule[];
  /** Whether `fundingRate` is a mantissa (× 10^exponent gives the fraction) or the fraction itself. Default true. */
  fundingRateIsMantissa?: boolean;
  /** Unit of `fundingRateInterval`. Default `us`. */
  fundingIntervalUnit?: TimeUnit;
}

/** How many of a unit are an hour. */
export const unitsPerHour: Readonly<Record<TimeUnit, number>> = {s: 3600, ms: 3.6e6, us: 3.6e9, ns: 3.6e12};

function fundingParts({fundingRateIsMantissa = true, fundingIntervalUnit = "us"}: FundingUnits): Parts {
  return {
    mantissa: fundingRateIsMantissa ? "fundingRate" : "NULL::DOUBLE",
    fraction: fundingRateIsMantissa ? "human_value(fundingRate, exponent)" : "fundingRate",
    unitsPerHour: String(unitsPerHour[fundingIntervalUnit])
  };
}

// `binned_bars_of` has the distribution of spreads, too: a snapshot has no room for it.
const bins = ",\n    histogram(spread_bin(bookBps)) AS spreadBins";
const empty = {parts: {within: "false"}};

/**
 * All SQL, in the order in which it is made: folder, what a store has, what a snapshot has, names. Derived tables are made again
 * if a text above the last of them changes. Each may read the steps above it. Their order in a snapshot is in `parts.ts`.
 */
export const list: readonly Piece[] = [
  ...pieces("macros", "macros", "macros", ["macros"]),
  ...pieces("macros", "macros", "macros", ["bars_of"], {parts: {name: "bars_of", further: ""}}),
  ...pieces("macros", "macros", null, ["store_macros"], {parts: fundingParts({})}),
  ...pieces("macros", "macros", null, ["held_where"]),
  ...pieces("views", "view", "table", ["rules"], {parts: {further: ""}}),
  ...pieces("views", "view", "table", ["feed_schedules"], {parts: {form: scheduleForm}}),
  ...pieces("macros", "macros", null, ["rules_of"]),
  ...queries("rules", ["stale_values", "stalled_values", "deviates_values", "spread_values", "confidence_values"]),
  ...queries("rules", ["publishers_values", "jump_values", "rate_values", "crossed_values"]),
  ...pieces("macros", "macros", null, ["binned_bars_of"], {
    file: "macros/bars_of",
    parts: {name: "binned_bars_of", further: bins}
  }),
  ...pieces("views", "view", null, ["valid_updates"], {parts: validParts({misdated: false, unscaled: true})}),
  ...pieces("views", "view", null, ["updates", "deduplicated_updates", "misplaced_answers", "feed_faults"]),
  // Derived tables, and the steps to them.
  ...pieces("tables", "step", null, ["dirty_spans"]),
  ...pieces("tables", "step", null, ["dirty_steps", "dirty_prices"], empty),
  ...pieces("tables", "step", null, ["dirty_judged"]),
  ...pieces("tables", "step", null, ["dirty_faults"], empty),
  ...pieces("tables", "step", null, ["dirty_rules", "dirty_signals"]),
  ...pieces("tables", "table", "table", ["bars_1m", "bars_1h"]),
  ...pieces("tables", "table", null, ["session_runs", "funding_runs", "quality_hours", "gap_runs"]),
  ...pieces("tables", "table", null, ["extra_hours"], empty),
  ...runs("event_runs", {rows: "dirty_prices", instant: "publishedAt", signals: "dirty_signals"}),
  ...pieces("tables", "step", null, ["dirty_watched", "dirty_minutes", "dirty_bar_signals"]),
  ...runs("bar_runs", {rows: "dirty_minutes", instant: "startedAt", signals: "dirty_bar_signals"}),
  ...pieces("tables", "table", "table", ["bars_1d"]),
  // Views of all of them.
  ...pieces("macros", "macros", "macros", ["calendar"]),
  ...pieces("views", "view", "table", ["feed_splits"]),
  ...pieces("macros", "macros", null, ["session_at"]),
  ...pieces("views", "view", null, ["feed_held"]),
  ...pieces("views", "view", "table", ["prices", "funding"]),
  ...pieces("views", "view", "view", ["bars_1s", "spreads"]),
  ...pieces("views", "view", "view", ["feed_stats"], {inSnapshot: "FROM feeds"}),
  ...pieces("views", null, "table", ["feeds"], {file: "views/feed_stats"}),
  ...pieces("views", "view", "table", ["meta", "sessions"]),
  ...pieces("views", "view", null, ["clock_1h"]),
  ...pieces("views", "view", "table", ["gaps"]),
  ...pieces("views", "view", null, ["field_days"]),
  ...pieces("views", "view", "table", ["field_changes", "quality_1h", "funding_1h", "funding_1d", "funding_intervals"]),
  ...pieces("views", "view", "view", ["funding_now", "funding_spots", "funding_payments"]),
  ...pieces("views", "view", "table", ["feed_states", "events"]),
  ...pieces("pyramid", "view", "view", ["prices_raw", "spreads_raw", "rates_raw", "rate_means_raw"]),
  ...barsAt("1m", "1 minute", 60, ["prices", "spreads"]),
  ...barsAt("1h", "1 hour", 3600, ["prices", "spreads", "rates", "rate_means"]),
  ...barsAt("1d", "1 day", 86_400, ["prices", "spreads", "rates", "rate_means"]),
  ...pieces("macros", "macros", "macros", ["adjusted_of"]),
  ...adjusted("raw", "adjusted_of('prices_raw')"),
  ...adjusted("1m", "adjusted_of('prices_1m')"),
  ...adjusted("1h", "adjusted_bars_of('prices_1h', 'adjusted_1m')"),
  ...adjusted("1d", "adjusted_bars_of('prices_1d', 'adjusted_1h')"),
  ...pieces("views", "view", "view", ["prices_adjusted"]),
  // In a snapshot it joins updates with older bars. A store has all updates.
  ...["prices", "adjusted"].flatMap((family) =>
    pieces("pyramid", "view", "view", [`${family}_long`], {
      ...{file: "pyramid/prices_long", parts: {family}, inStore: `FROM ${family}_raw`}
    })
  ),
  ...pieces("pyramid", "view", "view", ["feed_freshness"]),
  ...pieces("snapshot", null, "table", ["load_log", "latency_1h", "latency_by_class"]),
  ...pieces("snapshot", null, "table", ["fault_examples", "feed_changes"]),
  // Queries of the pages that draw them, and analyses.
  ...pieces("macros", "macros", "macros", ["page_macros"]),
  ...queries("calendar", ["market_hours"]),
  ...pieces("views", "view", "table", ["market_state"]),
  ...queries("prices", ["candles", "familiar_feeds", "price_changes", "price_board", "price_comparison", "price_line"]),
  ...queries("prices", ["price_overview", "price_summary"]),
  ...queries("spreads", ["spread_confidence", "spread_histogram", "spread_line", "spread_medians", "spread_overview"]),
  ...queries("spreads", ["spread_summary", "spread_week"]),
  ...queries("funding", ["funding_accrual", "funding_basis", "funding_line", "funding_overview", "funding_pairs"]),
  ...queries("funding", ["funding_steps", "rate_board"]),
  ...queries("quality", ["completeness", "feed_now", "feed_quality", "freshness_by_class", "freshness_by_feed"]),
  ...queries("quality", ["null_shares", "quality_summary"]),
  ...queries("analysis", ["aligned_prices", "log_returns", "confidence_coverage", "drawdown_line", "drawdown_summary"]),
  ...queries("analysis", ["ema_deviation", "funding_carry", "price_at", "price_difference", "realised_volatility"]),
  ...queries("analysis", ["return_correlation", "return_lags", "session_gaps", "time_weighted"]),
  ...queries("analysis", ["average_true_range", "high_low", "payment_study", "portfolio_value", "price_outliers"]),
  ...queries("analysis", ["volatility_cone", "roll"]),
  ...queries("funding", ["basis_line"])
];

function pieces(
  folder: string,
  store: Form | null,
  snapshot: Form | null,
  names: readonly string[],
  more: Partial<Piece> = {}
): Piece[] {
  return names.map((name) => ({name, file: `${folder}/${name}`, store, snapshot, ...more}));
}

function queries(folder: string, names: readonly string[]): Piece[] {
  return pieces(`queries/${folder}`, "query", "query", names);
}

// Runs of updates or bars that are beyond the limit of a rule.
function runs(name: string, parts: {rows: string; instant: string; signals: string}): Piece[] {
  return pieces("tables", "table", null, [name], {file: "tables/event_runs", parts: {...parts, within: "false"}});
}

// Views of bars of a resolution, with the same columns as views of updates.
function barsAt(short: string, resolution: string, seconds: number, families: readonly string[]): Piece[] {
  return families.flatMap((family) => {
    const source = family.startsWith("rate") ? "funding" : "bars";
    const parts = {resolution, seconds: String(seconds), bars: `${source}_${short}`};
    return pieces("pyramid", "view", "view", [`${family}_${short}`], {file: `pyramid/${family}_bars`, parts});
  });
}

// Prices of a resolution, adjusted for splits.
function adjusted(short: string, made: string): Piece[] {
  const parts = {prices: `prices_${short}`, made};
  return pieces("pyramid", "view", "view", [`adjusted_${short}`], {file: "pyramid/adjusted", parts});
}

/** Names of what a place has in some form, in their order. */
export function namesOf(place: "store" | "snapshot", ...forms: readonly Form[]): string[] {
  return list.filter((piece) => forms.some((form) => piece[place] === form)).map(({name}) => name);
}

/** Names of the named queries in alphabetical order: the table macros of pages and analyses. */
export const namedQueries: readonly string[] = namesOf("store", "query").toSorted();

/** The SQL of each macro of a place except named queries, by name, with the comment above it. */
export function macrosOf(place: "store" | "snapshot"): ReadonlyMap<string, string> {
  const paragraphs = namesOf(place, "macros").flatMap((name) =>
    sqlOf(name)
      .trim()
      .split(/\n{2,}/)
  );
  return new Map(
    paragraphs.flatMap((text) => Array.from(text.matchAll(/^CREATE .*?MACRO (\w+)/gm), ([, name = ""]) => [name, text]))
  );
}

/** The text of a file, with its comment; `parts` replace the parts of the list. @throws Error for an unknown name */
export function sqlOf(name: string, parts: Parts = {}): string {
  const text = sqlText(name, parts);
  if (text === null) throw new Error(`no such SQL: ${name}`);
  return text;
}

/** The same, but null for an unknown name. */
export function sqlText(name: string, parts: Parts = {}): string | null {
  const piece = list.find((one) => one.name === name);
  if (piece === undefined) return null;
  const isMacro = piece.store === "macros" || piece.store === "query";
  const text = readFileSync(new URL(`./${piece.file}.sql`, import.meta.url), "utf8");
  return fill(text, {...(isMacro && {temp: ""}), ...piece.parts, ...parts});
}

/**
 * The SQL that creates macros, queries and views of a place, of all pieces or of some. `temporary`: in place of the store's, for
 * one connection.
 */
export function createSql(
  place: "store" | "snapshot",
  {of = list, temporary = false, units = {}}: {of?: readonly Piece[]; temporary?: boolean; units?: FundingUnits} = {}
): string {
  const temp = temporary ? "TEMP " : "";
  const texts = of.map(({name, inStore, inSnapshot, ...piece}) => {
    const form = piece[place];
    if (form === "macros" || form === "query")
      return sqlOf(name, {temp, ...(name === "store_macros" && fundingParts(units))});
    const own = place === "store" ? inStore : inSnapshot;
    return form === "view" ? `CREATE OR REPLACE ${temp}VIEW ${name} AS ${own ?? sqlOf(name)}\n;` : "";
  });
  return texts.join("\n");
}

import {createHash} from "node:crypto";
import {readdirSync, readFileSync, statSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import type {TimeUnit} from "../config/choices.js";
import {messageOf} from "../config/errors.js";
import {OutdatedStoreError} from "../store/database/error.js";
import {codeOf, queryRecords} from "../store/database/query.js";
import {isOwn, transaction} from "../store/database/store.js";
import {deduplicate, lastReceived, validSql} from "./deduplicate.js";
import {isDerivedBy, resetDerived} from "./derive.js";
import {dailyBars, derivedText, runsOfAll, supplyTables} from "./derived.js";
import {pyramidSql} from "./queries.js";

/** How the service sends funding, which the views depend on: from the settings. */
export interface FundingUnits {
  /** Whether `fundingRate` is a mantissa (× 10^exponent gives the fraction) or the fraction itself. Default true. */
  fundingRateIsMantissa?: boolean;
  /** Unit of `fundingRateInterval`. Default `us`. */
  fundingIntervalUnit?: TimeUnit;
}

const perHour: Record<TimeUnit, number> = {s: 3600, ms: 3.6e6, us: 3.6e9, ns: 3.6e12};
const folder = new URL("./views/", import.meta.url);

// The derived views, in the order in which they may be created.
const viewNames = [
  "feed_held",
  "valid_updates",
  "updates",
  "deduplicated_updates",
  "prices",
  "bars_1s",
  "spreads",
  "funding",
  "feed_stats",
  "misplaced_answers",
  "feed_faults",
  "meta"
] as const;
// Views of the derived tables; a store of an older version lacks these.
const overDerived = [
  "sessions",
  "clock_1h",
  "gaps",
  "field_days",
  "field_changes",
  "quality_1h",
  "funding_1h",
  "funding_1d",
  "funding_intervals",
  "funding_now",
  "funding_payments",
  "feed_states"
] as const;
// Views with the same text in a snapshot and in a store.
const alike = ["spreads", "bars_1s", "funding_now", "funding_payments"] as const;
// Views that the derived tables are made from.
const sources = ["valid_updates", "updates", "deduplicated_updates", "misplaced_answers", "feed_faults"] as const;

/** The SQL that makes the macros, views and named queries of a snapshot, once it has its tables. */
export function snapshotDefinitions(): string {
  const texts = {feed_stats: "FROM feeds", ...Object.fromEntries(alike.map((name) => [name, viewSql(name)]))};
  const made = Object.entries(texts).map(([name, sql]) => `CREATE OR REPLACE VIEW ${name} AS ${sql}\n;`);
  return [macrosOf("macros"), barsMacro(), ...made, pyramidSql()].join("\n");
}

/** The query of a derived view. */
export function viewSql(name: (typeof viewNames)[number] | (typeof overDerived)[number]): string {
  return fileOf(name);
}

function fileOf(name: string): string {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8");
}

function macrosOf(name: string): string {
  return readFileSync(new URL(`./macros/${name}.sql`, import.meta.url), "utf8");
}

// `binned_bars_of` has the distribution of spreads, too: a snapshot has no room for it.
function barsMacro({bins} = {bins: false}): string {
  const [name, further] = bins
    ? ["binned_bars_of", ",\n    histogram(spread_bin(bookBps)) AS spreadBins"]
    : ["bars_of", ""];
  return macrosOf("bars_of").replace("$name", name).replace("$further", further);
}

/**
 * Gives a connection that only reads the store today's macros and views, if the store has those of an older Feedbook or of
 * other settings. They are temporary, and hide the store's. `noted`: see `deduplicate`.
 * @throws OutdatedStoreError if today's views do not fit the store's derived tables
 */
export async function redefine(
  connection: DuckDBConnection,
  units: FundingUnits,
  {path, version, noted = true}: {path: string; version: number; noted?: boolean}
): Promise<void> {
  const {base, over, hash} = definitions(units, version);
  const held = await isDefined(connection, hash);
  if (!held) {
    const own = (sql: string) => sql.replace(/^CREATE OR REPLACE (MACRO|VIEW)/gm, "CREATE OR REPLACE TEMP $1");
    await connection.run(own(base));
    await supplyTables(connection);
    await connection.run(own(over)).catch((error: unknown) => {
      throw /^(Binder|Catalog) Error/.test(messageOf(error)) ? new OutdatedStoreError(path) : error;
    });
  }
  await deduplicate(connection, {temporary: true, held, noted});
}

/** When the text of the macros and views last changed, in epoch milliseconds. */
export function definedAt(): number {
  const room = new URL("./", import.meta.url);
  const files = readdirSync(room, {recursive: true, encoding: "utf8"}).map((name) => new URL(name, room));
  return Math.max(...files.filter(({href}) => href.endsWith(".sql")).map((file) => statSync(file).mtimeMs));
}

/**
 * Makes the macros and views of a store anew if they are not today's, and empties its derived tables if other SQL made them.
 * Does nothing if the store is up to date, as making them takes longer than a commit.
 */
export async function define(connection: DuckDBConnection, units: FundingUnits, version: number): Promise<void> {
  const {base, over, derived, hash} = definitions(units, version);
  if (await isDefined(connection, hash)) return transaction(connection, () => deduplicate(connection));
  await connection.run(base);
  await transaction(connection, () => deduplicate(connection));
  if (!(await isDerivedBy(connection, derived))) await resetDerived(connection, derived);
  await transaction(connection, async () => {
    await connection.run(over);
    await connection.run(`COMMENT ON VIEW meta IS '${hash}'`);
  });
}

// The hash of the store's definitions is the comment of the view `meta`, which is written last.
async function isDefined(connection: DuckDBConnection, hash: string): Promise<boolean> {
  const held = `SELECT comment FROM duckdb_views() WHERE ${isOwn} AND view_name = 'meta'`;
  return (await queryRecords(connection, held))[0]?.comment === hash;
}

// Without comments, so that a changed comment does not make all stores derive again.
function hashOf(sql: string): string {
  return createHash("sha256").update(codeOf(sql)).digest("hex");
}

interface Definitions {
  /** Macros, and views of tables. */
  base: string;
  /** Views of the derived tables. */
  over: string;
  /** Hash of the SQL that makes the derived tables. */
  derived: string;
  /** Hash of all of it. */
  hash: string;
}

// The macros that views are written with.
function macroTexts({fundingRateIsMantissa = true, fundingIntervalUnit = "us"}: FundingUnits): string[] {
  const hour = perHour[fundingIntervalUnit];
  const fraction = fundingRateIsMantissa ? "human_value(fundingRate, exponent)" : "fundingRate";
  return [
    [macrosOf("macros"), barsMacro()].join("\n"),
    [macrosOf("store_macros"), barsMacro({bins: true})].join("\n"),
    `CREATE OR REPLACE MACRO funding_mantissa(fundingRate) AS ${fundingRateIsMantissa ? "fundingRate" : "NULL::DOUBLE"};`,
    `CREATE OR REPLACE MACRO funding_fraction(fundingRate, exponent) AS ${fraction};`,
    `CREATE OR REPLACE MACRO funding_hours(fundingRateInterval) AS
      CASE WHEN fundingRateInterval BETWEEN ${hour / 60} AND ${hour * 24 * 31} THEN fundingRateInterval / ${hour} END;`
  ];
}

/**
 * What can be derived of the table `feed_updates` alone, whichever engine has it: the macros, and the queries of views in the
 * order in which they may be created.
 */
export function lakeDefinitions(
  units: FundingUnits,
  {catalogue}: {catalogue: boolean}
): {macros: string; views: Record<string, string>} {
  const ofStore = (name: (typeof viewNames)[number]) => [name, viewSql(name)] as const;
  const bars = (
    step: string
  ) => `SELECT feed AS priceFeedId, time AS startedAt, * EXCLUDE (feed, time, spreadBins), spreadBins
    FROM binned_bars_of('prices', priceFeedId, time_bucket(INTERVAL ${step}, publishedAt))`;
  return {
    macros: macroTexts(units).join("\n"),
    views: {
      valid_updates: validSql({misdated: false, unscaled: catalogue}),
      updates: viewSql("updates"),
      deduplicated_updates: lastReceived,
      ...Object.fromEntries([ofStore("prices"), ofStore("spreads"), ofStore("funding")]),
      bars_1m: `SELECT * EXCLUDE (spreadBins) FROM (${bars("1 MINUTE")})`,
      bars_1h: bars("1 HOUR"),
      bars_1d: dailyBars("bars_1h"),
      feed_held: fileOf("held_where").replace("WHERE condition", ""),
      session_runs: runsOfAll("session_runs"),
      sessions: viewSql("sessions"),
      funding_runs: runsOfAll("funding_runs")
    }
  };
}

// The version is part of the hash: views are bound to the columns that their tables had when they were made.
function definitions(units: FundingUnits, version: number): Definitions {
  const view = (name: (typeof viewNames)[number] | (typeof overDerived)[number]) =>
    `CREATE OR REPLACE VIEW ${name} AS ${viewSql(name)}\n;`;
  const macros = macroTexts(units);
  const base = [
    ...macros,
    `CREATE OR REPLACE MACRO held_where(condition) AS TABLE ${fileOf("held_where")};`,
    ...viewNames.map(view)
  ];
  // `prices_long` of a snapshot joins updates with older bars. A store has all updates.
  const over = [...overDerived.map(view), pyramidSql({prices_long: "FROM prices_raw"})];
  const derived = hashOf([...macros, ...sources.map(viewSql), derivedText()].join("\n"));
  const hash = hashOf([...base, ...over, derived, version].join("\n"));
  return {base: base.join("\n"), over: over.join("\n"), derived, hash};
}

import {createHash} from "node:crypto";
import {readdirSync, readFileSync, statSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import type {TimeUnit} from "../config/choices.js";
import {messageOf} from "../config/errors.js";
import {OutdatedStoreError} from "../store/database/error.js";
import {codeOf, queryRecords} from "../store/database/query.js";
import {isOwn, transaction} from "../store/database/store.js";
import {deduplicate, lastReceived} from "./deduplicate.js";
import {isDerivedBy, resetDerived} from "./derive.js";
import {dailyBars, derivedText, runsOfAll, supplyTables} from "./derived.js";
import {createViews, validParts, viewSql} from "./list.js";
import {namedQueries, queryText} from "./queries.js";
import {fill} from "./template.js";

/** How the service sends funding, which the views depend on: from the settings. */
export interface FundingUnits {
  /** Whether `fundingRate` is a mantissa (× 10^exponent gives the fraction) or the fraction itself. Default true. */
  fundingRateIsMantissa?: boolean;
  /** Unit of `fundingRateInterval`. Default `us`. */
  fundingIntervalUnit?: TimeUnit;
}

const perHour: Record<TimeUnit, number> = {s: 3600, ms: 3.6e6, us: 3.6e9, ns: 3.6e12};

/** The SQL that makes the macros, views and named queries of a snapshot, once it has its tables. */
export function snapshotDefinitions(): string {
  return [macrosOf("macros"), barsMacro(), macrosOf("page_macros"), createViews("snapshot"), ...queryTexts()].join(
    "\n"
  );
}

function macrosOf(name: string): string {
  return readFileSync(new URL(`./macros/${name}.sql`, import.meta.url), "utf8");
}

function queryTexts(): (string | null)[] {
  return namedQueries.map(queryText);
}

// `binned_bars_of` has the distribution of spreads, too: a snapshot has no room for it.
function barsMacro({bins} = {bins: false}): string {
  const further = bins ? ",\n    histogram(spread_bin(bookBps)) AS spreadBins" : "";
  return fill(macrosOf("bars_of"), {name: bins ? "binned_bars_of" : "bars_of", further});
}

function heldWhere(condition: string): string {
  return fill(readFileSync(new URL("./views/held_where.sql", import.meta.url), "utf8"), {condition});
}

/**
 * Gives a connection that only reads the store today's macros and views, if the store was written by an older Feedbook or
 * with other settings. They are temporary, and hide the store's. `noted`: see `deduplicate`.
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
  const bars = (
    step: string
  ) => `SELECT feed AS priceFeedId, time AS startedAt, * EXCLUDE (feed, time, spreadBins), spreadBins
    FROM binned_bars_of('prices', priceFeedId, time_bucket(INTERVAL ${step}, publishedAt))`;
  return {
    macros: macroTexts(units).join("\n"),
    views: {
      valid_updates: viewSql("valid_updates", validParts({misdated: false, unscaled: catalogue})),
      updates: viewSql("updates"),
      deduplicated_updates: lastReceived,
      prices: viewSql("prices"),
      spreads: viewSql("spreads"),
      funding: viewSql("funding"),
      bars_1m: `SELECT * EXCLUDE (spreadBins) FROM (${bars("1 MINUTE")})`,
      bars_1h: bars("1 HOUR"),
      bars_1d: dailyBars("bars_1h"),
      feed_held: heldWhere("true"),
      session_runs: runsOfAll("session_runs"),
      sessions: viewSql("sessions"),
      funding_runs: runsOfAll("funding_runs")
    }
  };
}

// The version is part of the hash: views are bound to the columns that their tables had when they were made.
function definitions(units: FundingUnits, version: number): Definitions {
  const macros = [
    ...macroTexts(units),
    `CREATE OR REPLACE MACRO held_where(condition) AS TABLE ${heldWhere("condition")};`
  ];
  const base = [...macros, createViews("store", ({side}) => side !== "derived")];
  const over = [macrosOf("page_macros"), createViews("store", ({side}) => side === "derived"), ...queryTexts()];
  const sources = createViews("store", ({side}) => side === "source");
  const derived = hashOf([...macros, sources, derivedText()].join("\n"));
  const hash = hashOf([...base, ...over, derived, version].join("\n"));
  return {base: base.join("\n"), over: over.join("\n"), derived, hash};
}

import {createHash} from "node:crypto";
import {readFileSync, statSync} from "node:fs";
import type {DuckDBConnection} from "@duckdb/node-api";
import type {TimeUnit} from "../config/choices.js";
import {
  derivedStale,
  derivedState,
  drift,
  failedResponses,
  formerSymbols,
  knownFields,
  runningLoads
} from "./bookkeeping.js";
import {derivedHash, isDerivedBy, resetDerived} from "./derive.js";
import {StoreError} from "./error.js";
import {queryRecords} from "./query.js";
import {createTable, tables} from "./tables.js";
import {transaction} from "./transaction.js";

// Numbered from 1 by their place: forward only, each run once in a transaction of its own. What has run in a store never
// changes: a column more is a migration more.
const migrations: readonly string[] = [
  tables.map(createTable).join("\n"),
  createTable(runningLoads),
  createTable(formerSymbols),
  [failedResponses, knownFields, drift].map(createTable).join("\n"),
  [derivedState, derivedStale].map(createTable).join("\n")
];

/** The version that stores are brought to. */
export const todaysVersion = migrations.length;

/** What depends on settings rather than on rows. */
export interface Meaning {
  /** Whether `fundingRate` is a mantissa (× 10^exponent gives the fraction) or the fraction itself. Default true. */
  fundingRateIsMantissa?: boolean;
  /** Unit of `fundingRateInterval`. Default `us`. */
  fundingIntervalUnit?: TimeUnit;
}

const perHour: Record<TimeUnit, number> = {s: 3600, ms: 3.6e6, us: 3.6e9, ns: 3.6e12};
const macros = new URL("./macros.sql", import.meta.url);
const derived = new URL("./derived/", import.meta.url);

// The derived views, in the order in which they may be created.
const viewNames = [
  "dated_updates",
  "updates",
  "prices",
  "bars_1s",
  "spreads",
  "funding",
  "funding_intervals",
  "feed_stats",
  "feed_faults",
  "meta",
  "funding_now"
] as const;
// Those of the derived tables, which a store of an older version has not.
const overDerived = ["sessions"] as const;
// Those that the derived tables are made of.
const sources = ["dated_updates", "updates", "prices", "feed_faults"] as const;

/** The macros that views and pages are written with. */
export function macrosSql(): string {
  return readFileSync(macros, "utf8");
}

/** The query of a derived view. */
export function viewSql(name: (typeof viewNames)[number] | (typeof overDerived)[number]): string {
  return readFileSync(new URL(`${name}.sql`, derived), "utf8");
}

/** Version of the store's tables: the number of the last migration that ran, 0 for a new file. */
export async function storeVersion(connection: DuckDBConnection): Promise<number> {
  const held = "FROM duckdb_tables() WHERE table_name = 'schema_migrations' AND database_name = current_database()";
  if ((await queryRecords(connection, `SELECT 1 ${held}`)).length === 0) return 0;
  const [row] = await queryRecords(connection, "SELECT coalesce(max(version), 0) AS version FROM schema_migrations");
  return Number(row?.version);
}

/** Brings the store to today's version, and its macros and views to today's text. @throws StoreError if it is newer */
export async function migrate(connection: DuckDBConnection, meaning: Meaning = {}): Promise<void> {
  const version = await storeVersion(connection);
  assertKnown(version);
  if (version === 0) await assertEmpty(connection);
  for (const [i, sql] of migrations.entries()) {
    if (i >= version)
      await connection.run(`BEGIN; ${ledger} ${sql} INSERT INTO schema_migrations VALUES (${i + 1}, now()); COMMIT;`);
  }
  await define(connection, definitions(meaning));
}

/**
 * Gives a connection that only reads the store today's macros and views, where the store holds others: of an older
 * Feedbook, or of other settings. Theirs are temporary, and go before the store's.
 */
export async function redefine(connection: DuckDBConnection, meaning: Meaning): Promise<void> {
  const {base, over} = definitions(meaning);
  if (await isDefined(connection, hashOf(base + over))) return;
  const sql = (await storeVersion(connection)) === todaysVersion ? base + over : base;
  await connection.run(sql.replace(/^CREATE OR REPLACE (MACRO|VIEW)/gm, "CREATE OR REPLACE TEMP $1"));
}

/** When the text of the macros and views last changed, in epoch milliseconds. */
export function definedAt(): number {
  const files = [macros, ...viewNames.map((name) => new URL(`${name}.sql`, derived))];
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

// Most stores hold them as they are today. Making them again takes longer than a commit.
async function define(connection: DuckDBConnection, {base, over}: Definitions): Promise<void> {
  const hash = hashOf(base + over);
  if (await isDefined(connection, hash)) return;
  await connection.run(base);
  const madeBy = derivedHash([macrosSql(), ...sources.map(viewSql)].join("\n"));
  if (!(await isDerivedBy(connection, madeBy))) await resetDerived(connection, madeBy);
  await transaction(connection, async () => {
    await connection.run(over);
    await connection.run(`COMMENT ON VIEW meta IS '${hash}'`);
  });
}

// The last view's comment tells what the store's definitions are made from.
async function isDefined(connection: DuckDBConnection, hash: string): Promise<boolean> {
  const held = "SELECT comment FROM duckdb_views() WHERE database_name = current_database() AND view_name = 'meta'";
  return (await queryRecords(connection, held))[0]?.comment === hash;
}

function hashOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

interface Definitions {
  /** Macros, and views of tables. */
  base: string;
  /** Views of the derived tables. */
  over: string;
}

function definitions({fundingRateIsMantissa = true, fundingIntervalUnit = "us"}: Meaning): Definitions {
  const fraction = fundingRateIsMantissa ? "human_value(fundingRate, exponent)" : "fundingRate";
  const view = (name: (typeof viewNames)[number] | (typeof overDerived)[number]) =>
    `CREATE OR REPLACE VIEW ${name} AS ${viewSql(name)}\n;`;
  const base = [
    macrosSql(),
    `CREATE OR REPLACE MACRO funding_fraction(fundingRate, exponent) AS ${fraction};`,
    `CREATE OR REPLACE MACRO funding_hours(fundingRateInterval) AS fundingRateInterval / ${perHour[fundingIntervalUnit]};`,
    ...viewNames.map(view)
  ];
  return {base: base.join("\n"), over: overDerived.map(view).join("\n")};
}

/** Refuses a store that a newer Feedbook wrote. @throws StoreError */
export function assertKnown(version: number): void {
  if (version <= migrations.length) return;
  throw new StoreError(
    `store version ${version} is newer than this Feedbook's ${migrations.length}: update Feedbook, or use another --store`
  );
}

async function assertEmpty(connection: DuckDBConnection): Promise<void> {
  const tables = "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() LIMIT 1";
  const [found] = await queryRecords(connection, tables);
  if (found === undefined) return;
  throw new StoreError(`this DuckDB file is no store: it has a table ${found.table_name}; name another with --store`);
}

const ledger = "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER NOT NULL, appliedAt TIMESTAMP NOT NULL);";

import {readFileSync} from "node:fs";
import {ConfigError} from "../config/errors.js";
import {type FundingUnits, unitsPerHour} from "../sql/list.js";
import {fill} from "../sql/template.js";
import type {ClickHouse} from "./client.js";

const oldest = 25;

/** The text of `ship --ddl`: both files. */
export function clusterText(units: FundingUnits): string {
  return `${textOf("tables.sql")}\n${viewsText(units)}`;
}

/**
 * Makes what a cluster lacks, tables, functions and views, and brings older tables to today's: `migrations` are SQL texts by
 * their version, from the version after tables.sql on. @throws ConfigError if the server is too old, if a newer Feedbook made
 * the tables, or if a table has other columns
 */
export async function makeSchema(
  server: ClickHouse,
  units: FundingUnits,
  migrations: Readonly<Record<number, string>> = {}
): Promise<void> {
  await assertVersion(server);
  const tables = statementsOf(textOf("tables.sql"));
  for (const sql of tables) await server.run(sql);
  await migrate(server, migrations);
  await assertColumns(server, tables);
  for (const sql of statementsOf(viewsText(units))) await server.run(sql);
}

/** @throws ConfigError if the server is not ClickHouse, or too old */
export async function assertVersion(server: ClickHouse): Promise<void> {
  const [found] = await server.rows("SELECT version() AS version");
  const version = String(found?.version);
  if (!/^\d/.test(version))
    throw new ConfigError(`${server.name} gives no version: FEEDBOOK_CLICKHOUSE_URL is no ClickHouse server`);
  if (Number.parseInt(version, 10) < oldest)
    throw new ConfigError(`${server.name} is version ${version}: Feedbook needs ${oldest} or newer`);
}

async function migrate(server: ClickHouse, migrations: Readonly<Record<number, string>>): Promise<void> {
  const todays = Math.max(1, ...Object.keys(migrations).map(Number));
  const [held] = await server.rows("SELECT max(version) AS version FROM schema_migrations");
  const version = Number(held?.version) || todays; // of tables that were just made
  if (version > todays)
    throw new ConfigError(`${server.name} has tables of a newer Feedbook (${version}, not ${todays}): update Feedbook`);
  for (let next = version + 1; next <= todays; next++)
    for (const sql of statementsOf(migrations[next] ?? "")) await server.run(sql);
  await server.run(`INSERT INTO schema_migrations (version) VALUES (${todays})`);
}

async function assertColumns(server: ClickHouse, tables: readonly string[]): Promise<void> {
  const held = await server.rows(
    "SELECT table, groupArray(name) AS columns FROM system.columns WHERE database = currentDatabase() GROUP BY table"
  );
  const columns = new Map(held.map(({table, columns}) => [table, new Set(columns as string[])]));
  for (const sql of tables) {
    const [, name = ""] = /CREATE TABLE IF NOT EXISTS (\w+)/.exec(sql) ?? [];
    const lacking = columnsOf(sql).filter((column) => !columns.get(name)?.has(column));
    if (lacking.length > 0)
      throw new ConfigError(
        `table ${name} of ${server.name} has no column ${lacking.join(", ")}: name another database`
      );
  }
}

/** The columns that a `CREATE TABLE` statement of tables.sql names, in order. */
function columnsOf(sql: string): string[] {
  const body = sql.slice(sql.indexOf("(") + 1, sql.indexOf(") ENGINE"));
  const plain = body.replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, ""); // without types' own arguments
  return plain.split(",").map((column) => column.trim().split(/\s/)[0] ?? "");
}

function statementsOf(text: string): string[] {
  return text
    .replace(/^--.*\n/gm, "")
    .split(/;\n+/)
    .filter((sql) => sql.trim() !== "");
}

function viewsText({fundingRateIsMantissa = true, fundingIntervalUnit = "us"}: FundingUnits): string {
  return fill(textOf("views.sql"), {
    hour: String(unitsPerHour[fundingIntervalUnit]),
    mantissa: fundingRateIsMantissa ? "u.fundingRate" : "NULL",
    fraction: fundingRateIsMantissa ? "scaled(fundingRate, scale)" : "fundingRate"
  });
}

function textOf(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

import {createReadStream} from "node:fs";
import {resolve} from "node:path";
import {pipeline} from "node:stream/promises";
import {Command, Option} from "commander";
import {ConfigError} from "../config/error.js";
import {snapshotDictionary} from "../store/dictionary.js";
import {type ExportFormat, exportQuery, exportTemporary} from "../store/export.js";
import type {Store} from "../store/open.js";
import {query, queryStart, statementCount} from "../store/query.js";
import {readStore} from "../store/reader.js";
import {print, textTable} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

interface SqlOptions extends CommonOptions {
  format: "table" | "json" | ExportFormat;
  output?: string | undefined;
  snapshot?: boolean | undefined;
}

/** `sql`: runs a query on the store, read-only. */
export function sqlCommand(): Command {
  return withOptions(new Command("sql"), "store", "json")
    .argument("<query>", "one SQL query")
    .addOption(
      new Option("--format <format>", "how to write it").choices(["table", "json", "csv", "parquet"]).default("table")
    )
    .option("--output <path>", "write csv or parquet to this file")
    .option("--snapshot", "ask the snapshot that pages read, and not the store")
    .description("run a query on the store, or on the snapshot that pages read; read-only")
    .addHelpText(
      "after",
      '\nExample:\n  feedbook sql "SELECT * FROM spreads ORDER BY spreadBps DESC LIMIT 5" --format csv'
    )
    .action(
      action<SqlOptions>(async ({settings, json, signal}, options, [sql = ""]) => {
        const format = json ? "json" : options.format;
        if (sql.trim() === "") throw new ConfigError(missing);
        const [, change] = changing.exec(sql) ?? [];
        if (change !== undefined)
          throw new ConfigError(`sql is read-only: ${change.toUpperCase()} would change the store`);
        const run = async (store: Store): Promise<void> => {
          signal.addEventListener("abort", () => store.connection.interrupt());
          assertOne(await statementCount(store.connection, sql));
          await write(store, sql, {...options, format}).catch((error: unknown) => {
            throw options.snapshot ? error : hinted(error, sql);
          });
        };
        await readStore(options.snapshot ? settings.snapshotPath : settings.storePath, run, settings.rows);
      })
    );
}

const mostInTable = 1000;
const changing = /^\s*(ALTER|CREATE|DELETE|DROP|INSERT|TRUNCATE|UPDATE)\b/i;
const missing = 'missing query: give one, as in feedbook sql "FROM feeds"';

function assertOne(statements: number): void {
  if (statements === 0) throw new ConfigError(missing);
  if (statements > 1) throw new ConfigError(`${statements} statements: give one query at a time`);
}

async function write(store: Store, sql: string, {format, output}: SqlOptions): Promise<void> {
  if (format === "csv" || format === "parquet") return writeFile(store, sql, {format, output});
  if (output !== undefined) throw new ConfigError("--output goes with --format csv or parquet");
  if (format === "table") return writeTable(store, sql);
  const result = await query(store.connection, sql);
  const names = result.columns.map(({name}) => name);
  const lines = result.rows.map((row) => JSON.stringify(Object.fromEntries(row.map((value, i) => [names[i], value]))));
  for (const [i, line] of lines.entries()) print(`${i === 0 ? "[" : " "}${line}${i < lines.length - 1 ? "," : "]"}`);
  if (lines.length === 0) print("[]");
}

// A table is laid out as a whole and read by people: the other formats have it all.
async function writeTable(store: Store, sql: string): Promise<void> {
  const result = await queryStart(store.connection, sql, mostInTable);
  if (result.columns.length > 0) print(textTable(result));
  if (!result.whole) print(`… and more than these ${mostInTable} rows: --format csv, json or parquet writes them all`);
}

// Double quotes, which a shell's own quoting suggests, are those of names.
function hinted(error: unknown, sql: string): unknown {
  const message = error instanceof Error ? error.message : "";
  const table = /Table with name (\w+) does not exist/.exec(message)?.[1];
  if (table !== undefined && snapshotDictionary.table(table) !== null)
    return new Error(`${table} is in the snapshot that pages read: add --snapshot`);
  const name = /Referenced column "(.+?)" not found/.exec(message)?.[1];
  if (name === undefined || !sql.includes(`"${name}"`)) return error;
  return new Error(`no column "${name}": text stands in single quotes, as in '${name}'`);
}

async function writeFile(
  store: Store,
  sql: string,
  {format, output}: {format: ExportFormat; output: string | undefined}
): Promise<void> {
  if (output !== undefined) return exportQuery(store, sql, {path: resolve(output), format});
  if (format === "parquet" && process.stdout.isTTY)
    throw new ConfigError("parquet is binary: give --output PATH, or redirect");
  const use = (path: string) => pipeline(createReadStream(path), process.stdout, {end: false});
  await exportTemporary(store, sql, {format, use});
}

import {createReadStream} from "node:fs";
import {resolve} from "node:path";
import {pipeline} from "node:stream/promises";
import {Command, Option} from "commander";
import {ConfigError} from "../config/error.js";
import {type ExportFormat, exportQuery, exportTemporary} from "../store/export.js";
import type {Store} from "../store/open.js";
import {query} from "../store/query.js";
import {readStore} from "../store/reader.js";
import {print, printJson, textTable} from "./output.js";
import {action, type CommonOptions, withCommon} from "./run.js";

interface SqlOptions extends CommonOptions {
  format: "table" | "json" | ExportFormat;
  output?: string | undefined;
}

/** `sql`: runs a query on the store, read-only. */
export function sqlCommand(): Command {
  return withCommon(new Command("sql"))
    .argument("<query>", "one SQL query")
    .addOption(
      new Option("--format <format>", "how to write it").choices(["table", "json", "csv", "parquet"]).default("table")
    )
    .option("--output <path>", "write csv or parquet to this file")
    .description("run a query on the store, read-only")
    .addHelpText(
      "after",
      '\nExample:\n  feedbook sql "SELECT * FROM spreads ORDER BY spreadBps DESC LIMIT 5" --format csv'
    )
    .action(
      action<SqlOptions>(async ({settings, json, signal}, options, [sql = ""]) => {
        const format = json ? "json" : options.format;
        await readStore(settings.storePath, (store) => {
          signal.addEventListener("abort", () => store.connection.interrupt());
          return write(store, sql, {...options, format});
        });
      })
    );
}

async function write(store: Store, sql: string, {format, output}: SqlOptions): Promise<void> {
  if (format === "csv" || format === "parquet") return writeFile(store, sql, {format, output});
  if (output !== undefined) throw new ConfigError("--output goes with --format csv or parquet");
  const result = await query(store.connection, sql);
  if (format === "table") return print(result.columns.length > 0 ? textTable(result) : "");
  const names = result.columns.map(({name}) => name);
  printJson(result.rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i], value]))));
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

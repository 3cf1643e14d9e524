import {resolve} from "node:path";
import {Command, Option} from "commander";
import {ConfigError} from "../config/errors.js";
import {exportQuery} from "../inspect/export.js";
import {replaceFile} from "../store/database/files.js";
import {query, queryStart} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";
import {ask, type Question, toOutput} from "./ask.js";
import type {Host} from "./host.js";
import {print, textTable} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

type TextFormat = "csv" | "parquet";

interface SqlOptions extends CommonOptions {
  format: "table" | "json" | TextFormat;
  output?: string | undefined;
  snapshot?: boolean | undefined;
  unsafe?: boolean | undefined;
}

/** `sql`: runs a query on the store, read-only. */
export function sqlCommand(host: Host): Command {
  return withOptions(new Command("sql"), "store", "json")
    .argument("<query>", "one SQL query")
    .addOption(
      new Option("--format <format>", "how to write it").choices(["table", "json", "csv", "parquet"]).default("table")
    )
    .option("--output <path>", "write csv or parquet to this file")
    .option("--snapshot", "ask the snapshot that pages read, and not the store")
    .option("--unsafe", "let the query reach other files and hosts, too: COPY TO, ATTACH, read_csv and so on")
    .description("run a query on the store, or on the snapshot that pages read; read-only")
    .addHelpText(
      "after",
      '\nExample:\n  feedbook sql "SELECT * FROM spreads ORDER BY spreadBps DESC LIMIT 5" --format csv'
    )
    .action(
      action<SqlOptions>(host, async (context, {format: given, output, ...options}, [sql = ""]) => {
        const question = {...context, ...options, sql};
        const format = context.json ? "json" : given;
        if (format === "csv" || format === "parquet") return writeFile(host, question, format, output);
        if (output !== undefined) throw new ConfigError("--output goes with --format csv or parquet");
        await ask(question, (store) =>
          format === "table" ? writeTable(host, store, sql) : writeJson(host, store, sql)
        );
      })
    );
}

const mostInTable = 1000;

async function writeJson(host: Host, store: Store, sql: string): Promise<void> {
  const result = await query(store.connection, sql);
  const names = result.columns.map(({name}) => name);
  const lines = result.rows.map((row) => JSON.stringify(Object.fromEntries(row.map((value, i) => [names[i], value]))));
  for (const [i, line] of lines.entries())
    print(host, `${i === 0 ? "[" : " "}${line}${i < lines.length - 1 ? "," : "]"}`);
  if (lines.length === 0) print(host, "[]");
}

// A table is laid out as a whole and read by people, so it is cut; other formats write all rows.
async function writeTable(host: Host, store: Store, sql: string): Promise<void> {
  const result = await queryStart(store.connection, sql, mostInTable);
  if (result.columns.length > 0) print(host, textTable(result));
  if (result.rows.length === 0) host.stderr.write("no rows\n");
  if (!result.whole)
    print(host, `… and more than these ${mostInTable} rows: --format csv, json or parquet writes them all`);
}

async function writeFile({stdout}: Host, question: Question, format: TextFormat, output?: string): Promise<void> {
  const {sql} = question;
  const write = (path: string) =>
    ask(question, async (store) => void (await exportQuery(store, sql, {path, format})), path);
  if (output !== undefined) return replaceFile(resolve(output), write);
  if (format !== "csv" && stdout.isTTY) throw new ConfigError(`${format} is binary: give --output PATH, or redirect`);
  await toOutput(stdout, write);
}

import {createReadStream} from "node:fs";
import {join, resolve} from "node:path";
import {pipeline} from "node:stream/promises";
import {Command, Option} from "commander";
import {ConfigError, messageOf} from "../config/errors.js";
import {inOwnFolder, replaceFile} from "../database/files.js";
import {query, queryStart, statementCount} from "../database/query.js";
import {assertReads, lockEngine, type Store} from "../database/store.js";
import {type ExportFormat, exportQuery} from "../inspect/export.js";
import {snapshotDictionary} from "../snapshot/dictionary.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {print, textTable} from "./output.js";
import {action, type CommonOptions, type Context, withOptions} from "./run.js";

interface SqlOptions extends CommonOptions {
  format: "table" | "json" | ExportFormat;
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
        if (sql.trim() === "") throw new ConfigError(missing);
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

type Question = Pick<Context, "settings" | "signal"> & Pick<SqlOptions, "snapshot" | "unsafe"> & {sql: string};

const mostInTable = 1000;
const missing = 'missing query: give one, as in feedbook sql "FROM feeds"';

// The query may write to no file but this one.
async function ask(question: Question, write: (store: Store) => Promise<void>, file?: string): Promise<void> {
  const {settings, signal, sql, snapshot = false, unsafe = false} = question;
  const answer = async (store: Store): Promise<void> => {
    const {connection} = store;
    try {
      if (!unsafe) await lockEngine(connection, file);
      assertOne(await statementCount(connection, sql));
      if (!unsafe) await assertReads(connection, sql);
      await write(store);
    } catch (error) {
      throw hinted(error, sql, snapshot);
    }
  };
  const path = snapshot ? settings.snapshotPath : settings.storePath;
  await readStore(path, answer, {...settings.rows, signal, anyDatabase: true});
}

function assertOne(statements: number): void {
  if (statements === 0) throw new ConfigError(missing);
  if (statements > 1) throw new ConfigError(`${statements} statements: give one query at a time`);
}

async function writeJson(host: Host, store: Store, sql: string): Promise<void> {
  const result = await query(store.connection, sql);
  const names = result.columns.map(({name}) => name);
  const lines = result.rows.map((row) => JSON.stringify(Object.fromEntries(row.map((value, i) => [names[i], value]))));
  for (const [i, line] of lines.entries())
    print(host, `${i === 0 ? "[" : " "}${line}${i < lines.length - 1 ? "," : "]"}`);
  if (lines.length === 0) print(host, "[]");
}

// A table is laid out as a whole and read by people: the other formats have it all.
async function writeTable(host: Host, store: Store, sql: string): Promise<void> {
  const result = await queryStart(store.connection, sql, mostInTable);
  if (result.columns.length > 0) print(host, textTable(result));
  if (!result.whole)
    print(host, `… and more than these ${mostInTable} rows: --format csv, json or parquet writes them all`);
}

// Double quotes, which a shell's own quoting suggests, are those of names.
function hinted(error: unknown, sql: string, snapshot: boolean): unknown {
  const message = messageOf(error);
  if (/^read-only: |disabled by configuration|disabled through configuration|has been locked/.test(message))
    return new ConfigError(`${message}: see --unsafe in feedbook sql --help`);
  const table = /Table with name (\w+) does not exist/.exec(message)?.[1];
  if (!snapshot && table !== undefined && snapshotDictionary.table(table) !== null)
    return new Error(`${table} is in the snapshot that pages read: add --snapshot`);
  const name = /Referenced column "(.+?)" not found/.exec(message)?.[1];
  if (name === undefined || !sql.includes(`"${name}"`)) return error;
  return new Error(`no column "${name}": text stands in single quotes, as in '${name}'`);
}

async function writeFile({stdout}: Host, question: Question, format: ExportFormat, output?: string): Promise<void> {
  const {sql} = question;
  const write = (path: string) => ask(question, (store) => exportQuery(store, sql, {path, format}), path);
  if (output !== undefined) return replaceFile(resolve(output), write);
  if (format === "parquet" && stdout.isTTY) throw new ConfigError("parquet is binary: give --output PATH, or redirect");
  await inOwnFolder(async (folder) => {
    const path = join(folder, "result");
    await write(path);
    await pipeline(createReadStream(path), stdout, {end: false});
  });
}

import {existsSync, statSync} from "node:fs";
import {extname, resolve} from "node:path";
import {Command, InvalidArgumentError, Option} from "commander";
import {ConfigError} from "../config/errors.js";
import {sizeText} from "../config/size.js";
import {type ExportFormat, exportQuery} from "../inspect/export.js";
import {assertReplaceable, replaceFile} from "../store/database/files.js";
import type {Store} from "../store/database/store.js";
import {ask, toOutput} from "./ask.js";
import {simulatedNote, writeDays} from "./export-days.js";
import {type AddressOptions, writePage} from "./export-page.js";
import type {Host} from "./host.js";
import {action, type CommonOptions, type Context, withOptions} from "./run.js";

const formats = ["parquet", "csv", "arrow", "duckdb"] as const;

interface ExportOptions extends Omit<CommonOptions, "feed">, AddressOptions {
  to: string;
  format?: ExportFormat;
  snapshot?: boolean;
  force?: boolean;
  partitionBy?: "day";
  withData?: boolean;
  max: number;
}

/** `export`: writes the rows of a table, a named query or any query to a file. */
export function exportCommand(host: Host): Command {
  return withOptions(new Command("export"), "store", "quiet")
    .argument("<what>", "a table or view, a call of a named query, one SQL query, or the word page")
    .argument("[page]", "after the word page: a page's name below src, as in prices")
    .requiredOption(
      "--to <path>",
      "the file: .parquet, .csv, .arrow or .duckdb; - for standard output; a folder for days; .html or .pdf for a page"
    )
    .addOption(new Option("--format <format>", "its format (default: by the end of the file's name)").choices(formats))
    .addOption(new Option("--partition-by <part>", "write a table into folders day=… of Parquet").choices(["day"]))
    .option("--force", "overwrite an existing file, or days that have got rows since")
    .option("--snapshot", "ask the snapshot that pages read, and not the store")
    .option("--feed <id>", "of a page: the feed that it shows")
    .option("--range <range>", "of a page: its time range, as in 7d")
    .option("--zoom <from..until>", "of a page: a part of that time")
    .option("--at <address>", "of a page: everything behind the ? of its address, as in feed=1&draw=candles")
    .option("--with-data", "of a page: also DuckDB, and the data of the feeds and range named, for SQL")
    .addOption(new Option("--max <size>", "of a page: its largest size").default(60e6, "60MB").argParser(megabytes))
    .description("write rows as Parquet, CSV, Arrow or DuckDB, or a page as one HTML or PDF file")
    .addHelpText("after", help)
    .action(
      action<ExportOptions>(host, async (context, given, [what = "", page]) => {
        const {feed, range, zoom, at, ...rest} = given;
        const address = {...(feed && {feed}), ...(range && {range}), ...(zoom && {zoom}), ...(at && {at})};
        if (page !== undefined) return exportPage(context, [what, page], {...rest, ...address});
        if (Object.keys(address).length > 0)
          throw new ConfigError(`--${Object.keys(address)[0]} is for a page: feedbook export page prices --to a.html`);
        if (given.partitionBy) return exportToFolder(context, what, given);
        const {to, snapshot, ...options} = given;
        const format = formatOf(to, options.format);
        if (to === "-") assertOutput(host, format);
        else assertFree(to, options.force);
        const {log} = context;
        const {sql, table, isName} = sourceOf(what);
        let isSimulated = false;
        const write = (path: string) => {
          const answer = async (store: Store) => {
            const order = isName ? await orderOf(store, sql) : "";
            isSimulated = await exportQuery(store, sql + order, {path, format, table, marked: true});
          };
          return ask({...context, sql, snapshot}, answer, path);
        };
        if (to === "-") return toOutput(host.stdout, write);
        await replaceFile(resolve(to), write);
        log.note(`wrote ${to}: ${sizeText(statSync(to).size)}`);
        if (humanViews.has(table)) log.note("its prices are human values: for feedbook load file, export feed_updates");
        if (isSimulated) log.note(simulatedNote);
      })
    );
}

async function exportPage(context: Context, [what, page]: [string, string], given: ExportOptions): Promise<number> {
  if (what !== "page") throw new ConfigError(`unexpected argument: ${page}: quote a query, or write page ${page}`);
  const {partitionBy, snapshot, format, to, force, ...address} = given;
  if (partitionBy || snapshot || format) throw new ConfigError("--partition-by, --snapshot and --format are for rows");
  assertFree(to, force);
  return writePage(context, page, {...address, to});
}

async function exportToFolder(
  context: Context,
  what: string,
  {to, format, snapshot, force}: ExportOptions
): Promise<void> {
  const {table, isName} = sourceOf(what);
  if (!isName) throw new ConfigError("--partition-by takes the name of a table or view, as in feed_updates");
  if (to === "-" || (format ?? "parquet") !== "parquet")
    throw new ConfigError("--partition-by writes Parquet into a folder: name the folder, as in --to updates");
  if (snapshot) throw new ConfigError("--partition-by writes rows of the store: leave out --snapshot");
  await writeDays(context, table, to, force);
}

function megabytes(text: string): number {
  const [, count] = /^(\d+)\s*MB$/i.exec(text) ?? [];
  if (count !== undefined) return Number(count) * 1e6;
  throw new InvalidArgumentError("Give megabytes, as in 60MB.");
}

const humanViews = new Set(["prices", "spreads", "updates"]);

const help = `
In csv times are ISO 8601 in UTC, with equally many digits in a column. In arrow decimals, ids, lists and integers of over
64 bits are text; all other values keep every digit, as in parquet and duckdb. In duckdb the table has the name of the
exported table, or "result". Simulated updates are marked for load file: in the metadata of parquet, in a column of csv.
For load file export feed_updates, which has the prices as received. Bars are ordered by feed, then by time.

--partition-by day writes the days (UTC) that are over, each into a folder with the name of Hive, such as day=2026-11-24, for
other engines and for load file. The next run adds only days that are not in the folder. It reports days that have got rows
since, which --force writes anew.

export page writes a page as it stands at an address: one HTML file with its text, charts, tables and the rows behind them, that
opens from the disk without a network. Charts zoom, and save as pictures and CSV. Other feeds and times are not in the file, unless
--with-data adds DuckDB (11 MB) and the data of the feeds and the range that are named: then choices, links within the page and SQL
work, too. A .pdf is printed by the Chromium that is installed (CHROMIUM_PATH names another).

Examples:
  feedbook export prices --to prices.parquet
  feedbook export --to hours.csv "candles(1, first_update(), last_update(), 3600)"
  feedbook export --to - --format csv "FROM feeds WHERE assetType = 'crypto'"
  feedbook export feed_updates --to updates --partition-by day
  feedbook export page prices --to btc.html --feed 1 --range 7d
  feedbook export page sql --to try.html --with-data --feed 1 --range 7d`;

function formatOf(to: string, given: ExportFormat | undefined): ExportFormat {
  const format = given ?? formats.find((name) => extname(to).toLowerCase() === `.${name}`);
  if (format !== undefined) return format;
  throw new ConfigError(
    to === "-"
      ? "missing --format: standard output has no name with an ending: give it, as in --to - --format csv"
      : `unknown format: ${to}: end its name in .parquet, .csv, .arrow or .duckdb, or give --format`
  );
}

function assertFree(to: string, force = false): void {
  assertReplaceable(resolve(to)); // first: --force would not help
  if (!force && existsSync(to)) throw new ConfigError(`${to} is there already: add --force to write over it`);
}

function assertOutput({stdout}: Host, format: ExportFormat): void {
  if (format === "duckdb") throw new ConfigError("a DuckDB file cannot be streamed: give --to a file");
  if (format !== "csv" && stdout.isTTY) throw new ConfigError(`${format} is binary: give --to a file, or redirect`);
}

const statement = /^(?:pivot|unpivot|pivot_wider|pivot_longer|describe|select|show|summarize|values|with)$/i;

// A name, or a call of a named query, means all of its rows.
function sourceOf(what: string): {sql: string; table: string; isName: boolean} {
  const [, name, call] = /^\s*([a-z_]\w*)\s*(\([\s\S]*\))?\s*;?\s*$/i.exec(what) ?? [];
  if (name === undefined || statement.test(name)) return {sql: what, table: "result", isName: false};
  return {sql: `FROM ${name}${call ?? ""}`, table: name, isName: call === undefined};
}

// Bars and the like are written feed by feed. Updates stay as they came: to load file, neighbours of one instant are one body.
async function orderOf({connection}: Store, sql: string): Promise<string> {
  const names = (await connection.run(`${sql} LIMIT 0`)).columnNames();
  return names.includes("priceFeedId") && names.includes("startedAt") ? " ORDER BY priceFeedId, startedAt" : "";
}

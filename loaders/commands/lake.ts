import {dirname, join} from "node:path";
import {Command, Option} from "commander";
import {countText, sizeText} from "../config/size.js";
import {dialects, type Engine} from "../engines/dialects.js";
import {statementsFor} from "../engines/statements.js";
import {importLake} from "../lake/import.js";
import {type Lake, readWritten, unknownFiles} from "../lake/manifest.js";
import {type Place, placeOf} from "../lake/place.js";
import {extentOf, verifyLake} from "../lake/verify.js";
import {type Written, writeLake} from "../lake/write.js";
import type {WithStore} from "../store/access.js";
import {useStore, writerWaitMs} from "../store/open.js";
import type {Host} from "./host.js";
import {print, printResult} from "./output.js";
import {action, type CommonOptions, type Context, exitCodes, withOptions} from "./run.js";

/** `lake`: the rows of stores as Parquet files that any engine reads. */
export function lakeCommand(host: Host): Command {
  return new Command("lake")
    .description("keep the rows of stores as Parquet files, which any engine reads")
    .addHelpText("after", help)
    .addCommand(writeCommand(host))
    .addCommand(verifyCommand(host))
    .addCommand(importCommand(host))
    .addCommand(ddlCommand(host));
}

const help = `
A lake is a folder: feed_updates, responses, rejected_entries and coercions in folders per day (date=2026-11-24, UTC), and
small tables. Several stores can write into one lake; each response is in it once. A lake can also be in a bucket of S3 or of
a server of its protocol: set AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL of another server.

Examples:
  feedbook lake write lake
  feedbook lake write s3://market/lake
  feedbook lake verify lake
  feedbook lake import lake --store data/copy.duckdb
  feedbook lake ddl lake --engine clickhouse`;

function writeCommand(host: Host): Command {
  return withOptions(new Command("write"), "store", "json", "quiet")
    .argument("<lake>", "a folder, which is made if it does not exist, or s3://bucket/folder")
    .description("write the rows of the store that the lake does not have")
    .action(
      action(host, async (context, _options, [folder = ""]) => {
        const written = await writeLake(await placeAt(folder, context), {...context, withStore: readerOf(context)});
        printResult(context, written, () => writtenText(folder, written));
      })
    );
}

function writtenText(folder: string, written: Written): string {
  const {files, bytes, replaced, seconds} = written;
  if (files === 0) return `nothing is new: ${folder} has all of the store`;
  const merged = replaced > 0 ? `, in place of ${countText(replaced, "other")}` : "";
  const size = `${countText(files, "file")} of ${sizeText(bytes)}`;
  return `wrote ${rowsText(written)} to ${folder}: ${size}${merged}, in ${seconds.toFixed(1)} s`;
}

function verifyCommand(host: Host): Command {
  return withOptions(new Command("verify"), "store", "json", "quiet")
    .argument("<lake>", "a folder, or s3://bucket/folder")
    .description("prove that a lake is as it was written and has all rows of the store; exits with 1 if not")
    .action(
      action(host, async (context, _options, [folder = ""]) => {
        const lake = await lakeAt(folder, context);
        const problems = await verifyLake(lake, {...context, withStore: readerOf(context)});
        if (context.signal.aborted) throw new Error("interrupted: the lake is not verified");
        printResult(context, {...extentOf(lake), problems}, () => verdictOf(lake, problems));
        return problems.length === 0 ? exitCodes.done : exitCodes.failed;
      })
    );
}

function verdictOf(lake: Lake, problems: readonly string[]): string {
  if (problems.length > 0) return problems.join("\n");
  const {days, files, updates, bytes} = extentOf(lake);
  return `${lake.place.name} equals the store: ${countText(updates, "update")} of ${countText(days, "day")} in ${countText(files, "file")}, ${sizeText(bytes)}`;
}

function rowsText({updates, responses}: {updates: number; responses: number}): string {
  return `${countText(updates, "update")} of ${countText(responses, "response")}`;
}

function importCommand(host: Host): Command {
  return withOptions(new Command("import"), "store", "json", "quiet")
    .argument("<lake>", "a folder, or s3://bucket/folder")
    .description("add the rows of a lake that the store does not have; makes the store if there is none")
    .action(
      action(host, async (context, _options, [folder = ""]) => {
        const imported = await importLake(await lakeAt(folder, context), context.settings, context);
        const {storePath} = context.settings;
        printResult(
          context,
          imported,
          () => `added ${rowsText(imported)} to ${storePath} in ${imported.seconds.toFixed(1)} s`
        );
        return context.signal.aborted ? exitCodes.failed : exitCodes.done;
      })
    );
}

function ddlCommand(host: Host): Command {
  return withOptions(new Command("ddl"), "quiet")
    .argument("<lake>", "a folder, or s3://bucket/folder")
    .addOption(new Option("--engine <name>", "the engine").choices(Object.keys(dialects)).makeOptionMandatory())
    .description("print statements that give another engine the tables and views of a store, over the files of a lake")
    .addHelpText("after", ddlHelp)
    .action(
      action<CommonOptions & {engine: Engine}>(host, async (context, {engine}, [folder = ""]) => {
        const lake = await lakeAt(folder, context);
        const unfinished = await unknownFiles(lake);
        if (unfinished.length > 0)
          context.log.warn(
            `${countText(unfinished.length, "file")} of no finished write: feedbook lake write removes them`
          );
        const statements = await statementsFor(lake, engine, context.settings.rows);
        print(host, statements.map((statement) => `${statement};`).join("\n\n"));
      })
    );
}

const ddlHelp = `
Run the statements in order. Then feed_updates, prices, spreads, funding, bars_1m, bars_1h and bars_1d answer there as here,
also after later writes (in Trino once its CALLs are run again); lake_… are the files themselves. Statements for duckdb and
clickhouse are tested in these engines. Statements for trino and spark follow the manuals and were not run. Trino's Hive
connector needs hive.timestamp-precision=MICROSECONDS, and sessions of Spark need the time zone UTC. An engine needs its own
credentials for a bucket, and the address of a bucket outside AWS in place of s3://: neither is printed.

Views read all files of the lake's folders, not its manifest. So a query during a lake write can see updates twice or not yet,
or fail because a file is gone: query between writes. The next write undoes a killed one; lake verify says whether one is left.

Example:
  feedbook lake ddl s3://market/lake --engine clickhouse > lake.sql`;

async function lakeAt(name: string, context: Context): Promise<Lake> {
  return await readWritten(await placeAt(name, context));
}

// Files of a bucket are mirrored beside the store.
function placeAt(name: string, {settings}: Context): Promise<Place> {
  return placeOf(name, join(dirname(settings.storePath), "lakes"));
}

function readerOf({settings, signal}: Context): WithStore {
  return (work, options) =>
    useStore(settings.storePath, {...settings.rows, ...options, waitMs: writerWaitMs, signal}, work);
}

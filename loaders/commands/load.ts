import {Command} from "commander";
import {ConfigError} from "../config/error.js";
import {bodyFiles, loadFiles} from "../jobs/file.js";
import {instantsOf, loadHistory, type Range} from "../jobs/history.js";
import {loadLatest} from "../jobs/latest.js";
import {type Load, type LoadOptions, runLoad} from "../jobs/load.js";
import {loadReduced} from "../jobs/reduce.js";
import type {LoadReport} from "../jobs/report.js";
import {print, printJson, safeText} from "./output.js";
import {action, type CommonOptions, type Context, exitCodes, withCommon} from "./run.js";

interface LoadCommandOptions extends CommonOptions {
  strict?: boolean;
}

/** `load` and its kinds; by itself it runs what `feedbook.config.ts` lists. */
export function loadCommand(): Command {
  const load = withLoad(new Command("load"))
    .description("load what feedbook.config.ts lists, or one kind of load")
    .addHelpText("after", "\nExamples:\n  feedbook load\n  feedbook load history --from now-7d --every 5m")
    .action(action<LoadCommandOptions>(loadListed));
  for (const kind of [latest(), history(), reduce(), file()]) load.addCommand(kind);
  return load;
}

/** Runs one load and tells what it did; as one of several, its report goes to `reports`. Gives the exit code. */
export async function tellLoad(
  context: Context,
  command: string,
  work: (load: Load) => Promise<void>,
  {strict, reports, ...options}: Partial<LoadOptions> & {strict?: boolean | undefined; reports?: LoadReport[]} = {}
): Promise<number> {
  const report = await runLoad(context.settings, command, work, {...context, ...options});
  if (reports) reports.push(report);
  else if (context.json) printJson(report);
  if (!context.json) print(summary(report));
  for (const problem of report.problems) context.log.warn(problem);
  if (report.problems.length > 0 || (report.interrupted && command !== "watch")) return exitCodes.failed;
  if (report.rows === 0 && report.removed.length > 0) return exitCodes.failed; // all that was asked for was refused
  return strict && report.rejected > 0 ? exitCodes.rejected : exitCodes.done;
}

/** Adds the options that every kind of load takes. */
export function withLoad(command: Command): Command {
  return withCommon(command).option("--strict", "exit with 3 if entries were rejected (what is good is kept)");
}

/** Runs the loads that `feedbook.config.ts` lists, one after another. Gives the worst exit code. */
export async function loadListed(context: Context, {strict}: LoadCommandOptions): Promise<number> {
  const codes: number[] = [];
  const reports: LoadReport[] = [];
  for (const listed of context.settings.loads) {
    if (context.signal.aborted) break;
    const options = {strict, online: listed.command !== "file", reports};
    codes.push(await tellLoad(context, listed.command, workOf(listed), options));
  }
  if (context.json) printJson(reports);
  return codes.includes(exitCodes.failed) ? exitCodes.failed : Math.max(0, ...codes);
}

function workOf(listed: Context["settings"]["loads"][number]): (load: Load) => Promise<void> {
  switch (listed.command) {
    case "latest":
      return loadLatest;
    case "history":
      return (load) => loadHistory(load, listed);
    case "file":
      return (load) => loadFiles(load, listed);
  }
}

function latest(): Command {
  return withLoad(new Command("latest"))
    .description("load the latest update of every selected feed")
    .addHelpText("after", "\nExample:\n  feedbook load latest --symbols Crypto.BTC/USD,FX.EUR/USD")
    .action(action<LoadCommandOptions>((context, {strict}) => tellLoad(context, "latest", loadLatest, {strict})));
}

function history(): Command {
  return withLoad(new Command("history"))
    .description("load the updates at every instant of a range that are not in the store yet")
    .requiredOption("--from <time>", "first instant: ISO 8601, or relative as in now-7d")
    .option("--to <time>", "last instant", "now")
    .option("--retry-missing", "ask again where there was nothing")
    .option("--again", "ask for everything once more")
    .requiredOption("--every <duration>", "step, as in 10s, 5m or 1h; instants fall on its multiples")
    .addHelpText("after", "\nExample:\n  feedbook load history --from now-7d --every 5m --feeds 1,2,112")
    .action(
      action<LoadCommandOptions & Range & {retryMissing?: boolean; again?: boolean}>((context, options) => {
        instantsOf(options, Date.now()); // a mistake in the range is told before a store is made
        const {strict, retryMissing, again} = options;
        return tellLoad(context, "history", (load) => loadHistory(load, options, {retryMissing, again}), {strict});
      })
    );
}

function reduce(): Command {
  return withLoad(new Command("reduce"))
    .description("hand a saved body back to the service, to keep only some of its feeds")
    .option("--response <id>", "a response whose body was kept (store.keepBodies)")
    .option("--file <path>", "a file with the body")
    .addHelpText("after", "\nExample:\n  feedbook load reduce --file update.json --feeds 1,2")
    .action(
      action<LoadCommandOptions & {response?: string; file?: string}>((context, options) => {
        if (options.feeds === undefined) throw new ConfigError("missing --feeds: name the feeds to keep, as in 1,2");
        const reduction = {...options, feeds: options.feeds};
        return tellLoad(context, "reduce", (load) => loadReduced(load, reduction), {strict: options.strict});
      })
    );
}

function file(): Command {
  return withLoad(new Command("file"))
    .argument("<paths...>", "files or folders of saved bodies (.json, .ndjson, also .gz); - for standard input")
    .option("--again", "load bodies that are in the store already once more")
    .option("--simulated", "the bodies came from the sandbox")
    .description("load saved response bodies")
    .addHelpText("after", "\nExamples:\n  feedbook load file bodies/*.ndjson.gz\n  curl … | feedbook load file -")
    .action(
      action<LoadCommandOptions & {again?: boolean; simulated?: boolean}>(
        (context, {again, simulated, strict}, paths) => {
          paths.forEach(bodyFiles); // a path that is not there is told before a store is made
          const options = {online: false, simulated, strict};
          return tellLoad(context, "file", (load) => loadFiles(load, {paths, again}), options);
        }
      )
    );
}

function summary(report: LoadReport): string {
  const parts = [`${report.rows} rows`, `${report.responses} responses`];
  if (report.rejected > 0) parts.push(`${report.rejected} rejected (feedbook rejects)`);
  if (report.coercions > 0) parts.push(`${report.coercions} values set to null`);
  if (report.nothingThere > 0) parts.push(`nothing there ${report.nothingThere} times`);
  if (report.alreadyThere > 0) parts.push(`${report.alreadyThere} already there`);
  const missing = Object.keys(report.missing);
  if (missing.length > 0) parts.push(`feeds that did not come: ${missing.slice(0, 10).join(", ")}`);
  if (report.removed.length > 0)
    parts.push(
      `refused: ${report.removed
        .map(({feed}) => feed)
        .slice(0, 10)
        .join(", ")}`
    );
  const how = report.interrupted ? "interrupted" : report.problems.length > 0 ? "failed in part" : "done";
  return safeText(`${report.command} ${how} in ${report.seconds.toFixed(1)} s: ${parts.join(", ")}`);
}

import {existsSync} from "node:fs";
import {Command} from "commander";
import {nearest} from "../../src/format/nearest.js";
import type {Channel} from "../config/choices.js";
import {ConfigError} from "../config/errors.js";
import {countText} from "../config/size.js";
import {assertOnGrid, parseDuration, spanText} from "../config/time.js";
import {loadFiles, loadReduced} from "../load/files/file.js";
import {checkFiles} from "../load/files/inputs.js";
import {type HistoryOptions, instantsOf, loadHistory, type Plan, planHistory, type Range} from "../load/history.js";
import {loadLatest} from "../load/questions.js";
import {watch} from "../load/watch/watch.js";
import {queryRecords} from "../store/database/query.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {print, printJson} from "./output.js";
import {loadListed, reportLoad} from "./report-load.js";
import {action, type CommonOptions, type Context, withOptions} from "./run.js";
import {clusterOf} from "./ship.js";

interface LoadCommandOptions extends CommonOptions {
  strict?: boolean;
}

type HistoryFlags = LoadCommandOptions & Range & HistoryOptions & {dryRun?: boolean};
type WatchFlags = LoadCommandOptions & {
  every: string;
  for?: string;
  publishEvery?: string;
  ship?: boolean;
  onEvent?: string;
};

/** `load` and its kinds; by itself it runs what `feedbook.config.ts` lists. */
export function loadCommand(host: Host): Command {
  const kinds = [latest(host), history(host), reduce(host), file(host)];
  const load = withService(withLoad(new Command("load")))
    .allowExcessArguments() // an unknown kind, which gets a message of ours
    .description("run the loads of feedbook.config.ts, or one kind of load")
    .addHelpText("after", "\nExamples:\n  feedbook load\n  feedbook load history --from now-7d --every 5m")
    .action(
      action<LoadCommandOptions>(host, (context, options, [kind]) => {
        if (kind !== undefined) throw new ConfigError(unknownKind(kind));
        return loadListed(context, options);
      })
    );
  for (const command of kinds) load.addCommand(command);
  return load;

  function unknownKind(kind: string): string {
    const names = kinds.map((command) => command.name());
    const meant = nearest(kind, names);
    return `unknown kind of load: ${kind}; ${meant === null ? `give ${names.join(", ")}` : `did you mean ${meant}?`}`;
  }
}

function withLoad(command: Command): Command {
  const load = withOptions(command, "store", "json", "quiet");
  return load.option("--strict", "exit with 3 if entries were rejected (the others are kept)");
}

function withService(command: Command): Command {
  return withOptions(command, "baseUrl", "feeds", "symbols", "channel");
}

function latest(host: Host): Command {
  return withService(withLoad(new Command("latest")))
    .description("load the latest update of every selected feed")
    .addHelpText("after", "\nExample:\n  feedbook load latest --symbols Crypto.BTC/USD,FX.EUR/USD")
    .action(
      action<LoadCommandOptions>(host, (context, {strict}) => reportLoad(context, "latest", loadLatest, {strict}))
    );
}

function history(host: Host): Command {
  return withService(withLoad(new Command("history")))
    .description("load updates at every instant of a range, except those in the store already")
    .requiredOption("--from <time>", "first instant: ISO 8601, or relative as in now-7d")
    .option("--to <time>", "last instant", "now")
    .option("--retry-missing", "ask again for instants without an update")
    .option("--again", "ask again for all instants")
    .option("--dry-run", "show the number of requests and an estimate of the time, without requesting prices")
    .requiredOption("--every <duration>", "step, as in 10s, 5m or 1h; instants fall on its multiples")
    .addHelpText("after", historyHelp)
    .action(
      action<HistoryFlags>(host, (context, options) => {
        instantsOf(options, Date.now()); // reports a mistake in the range before a store is made
        assertOnGrid(options.every, context.settings.service.channel); // feeds are never requested on a faster channel
        const {strict, retryMissing, again, dryRun} = options;
        if (dryRun) return reportPlan(context, options, {retryMissing, again});
        return reportLoad(context, "history", (load) => loadHistory(load, options, {retryMissing, again}), {strict});
      })
    );
}

const historyHelp = `
The store remembers all answers, and the load requests no instant twice, even if the service had nothing or left a feed
out, unless --retry-missing says so. An interrupted load goes on where it stopped.
The last line counts feeds × instants: asked = received + missing + refused.

Examples:
  feedbook load history --from now-7d --every 5m --feeds 1,2,112
  feedbook load history --from now-30d --every 1m --dry-run`;

async function reportPlan(context: Context, range: Range, options: HistoryOptions): Promise<void> {
  const plan = await planHistory(context.settings, range, {...options, ...context});
  if (context.json) return printJson(context, plan);
  print(context, textOf(plan));
}

function textOf({requests, asked, rows, alreadyThere, seconds, latencyMs, measured, concurrency}: Plan): string {
  const one = `${Math.max(1, Math.round(latencyMs))} ms each`;
  const how = measured ? `${one}, as past ones took` : `${one} assumed, as the store has no answer yet`;
  return [
    `history would ask for ${countText(asked, "feed")} × instants in ${countText(requests, "request")}; ${countText(rows, "row")} expected, ${alreadyThere} already there`,
    `estimated time: ${spanText(Math.ceil(seconds))} (${countText(concurrency, "request")} at a time, ${how})`
  ].join("\n");
}

function reduce(host: Host): Command {
  return withOptions(withLoad(new Command("reduce")), "baseUrl", "feeds")
    .description("send a saved body back to the service to reduce it to some of its feeds")
    .option("--response <id>", "a response whose body was kept (store.keepBodies)")
    .option("--file <path>", "a file with the body")
    .addHelpText("after", "\nExample:\n  feedbook load reduce --file update.json --feeds 1,2")
    .action(
      action<LoadCommandOptions & {response?: string; file?: string}>(host, (context, options) => {
        if (options.feeds === undefined) throw new ConfigError("missing --feeds: name the feeds to keep, as in 1,2");
        const reduction = {...options, feeds: options.feeds};
        return reportLoad(context, "reduce", (load) => loadReduced(load, reduction), {strict: options.strict});
      })
    );
}

function file(host: Host): Command {
  return withLoad(new Command("file"))
    .argument(
      "<paths...>",
      "files or folders: saved bodies as JSON, in any layout, also gzipped; rows (.parquet, .csv, .tsv); - for standard input"
    )
    .option("--again", "also load bodies that are in the store already")
    .option(
      "--time-format <format>",
      "how times are written in files of rows, as in %m/%d/%Y %H:%M; UTC unless %z names a zone"
    )
    .option("--simulated", "the bodies came from the sandbox (an export is marked as such)")
    .description("load saved response bodies, recordings of a websocket, or rows of feed_updates")
    .addHelpText("after", "\nExamples:\n  feedbook load file bodies/*.ndjson.gz\n  curl … | feedbook load file -")
    .action(
      action<LoadCommandOptions & {again?: boolean; simulated?: boolean; timeFormat?: string}>(
        host,
        async (context, {again, strict, timeFormat, ...given}, paths) => {
          const simulated = await checkFiles({paths, timeFormat}, given.simulated === true); // before a store is made
          const options = {online: false, simulated, strict};
          const exitCode = await reportLoad(
            context,
            "file",
            (load) => loadFiles(load, {paths, again, timeFormat}),
            options
          );
          await noteUnnamed(context);
          return exitCode;
        }
      )
    );
}

// Files have no catalogue: what joins with `feeds` would silently give nothing.
async function noteUnnamed({settings, signal, log}: Context): Promise<void> {
  if (signal.aborted) return;
  const [counted] = await readStore(settings.storePath, ({connection}) => queryRecords(connection, unnamedFeeds));
  const feeds = Number(counted?.feeds);
  if (feeds === 0) return;
  log.note(
    `${countText(feeds, "feed")} without a symbol in this store: feedbook feeds --refresh asks the service for symbols`
  );
}

const unnamedFeeds = `SELECT count(*) AS feeds
  FROM (SELECT DISTINCT priceFeedId FROM feed_updates) ANTI JOIN feeds USING (priceFeedId)`;

function assertProgram(command: string | undefined): string | undefined {
  const program = command?.trim().split(" ")[0];
  if (program === "") throw new ConfigError("--on-event is empty: name a program");
  if (program?.includes("/") && !existsSync(program)) throw new ConfigError(`--on-event: no such file: ${program}`);
  return command;
}

/** `watch`: polls until interrupted, or for a while. */
export function watchCommand(host: Host): Command {
  return withService(withLoad(new Command("watch")))
    .description("poll the latest updates until interrupted")
    .requiredOption(
      "--every <duration>",
      "step, as in 1s or 200ms, a multiple of the channel's; polls fall on its multiples"
    )
    .option("--for <duration>", "stop by itself after this long")
    .option("--publish-every <duration>", "write the snapshot this often, so that open pages show the new rows")
    .option(
      "--on-event <command>",
      "run this program at each event that opens or closes, with the event as JSON on its input"
    )
    .option("--ship", "send each commit to the cluster at FEEDBOOK_CLICKHOUSE_URL")
    .addHelpText("after", watchHelp)
    .action(
      action<WatchFlags>(host, (context, {strict, ...options}) => {
        const {service} = context.settings;
        const watching = {
          every: stepOf(options.every, service.channel),
          length: forever(options.for),
          publishEvery: forever(options.publishEvery),
          onEvent: assertProgram(options.onEvent),
          maxRejectedShare: strict ? 0 : context.settings.rows.maxRejectedShare,
          ...(options.ship && {ship: {cluster: clusterOf(context)}})
        };
        const settings = {...context.settings, service: {...service, retries: 0}}; // the next poll asks again
        const ending = watching.publishEvery < Infinity && {momentMs: 5000}; // open pages show the rows of its end, too
        const loading = {hold: false, strict, ...ending};
        return reportLoad({...context, settings}, "watch", (load) => watch(load, watching), loading);
      })
    );
}

const watchHelp = `
After Ctrl-C it commits the received rows, and with --publish-every publishes them, for which it has five seconds; a second
Ctrl-C ends it at once. It commits at most once a second, and others can read between: feedbook status shows how far it is.
It reports a failing service, a store in use and a full disk once, and again when it goes on. It reports new fields within a
minute, and fields that stopped within an hour. When it has rejected more entries than --strict or rows.maxRejectedShare
allows, it reports that at once, goes on, and ends with 3 if the share is still too large.

It reports events as they open and close within about a minute, when it makes bars and quality, and at its end; less often
if that takes over three seconds. --on-event starts the program without a shell: spaces split the command into words. The
program is ended after ten seconds, after Ctrl-C two, and its failure is a warning. It reads the feed catalogue again each day.

With --ship, polls go on while the cluster does not answer: the store keeps the rows. At the end it ships for five seconds.

Example:
  feedbook watch --every 1s --for 10m --publish-every 30s`;

// A timer can sleep for some weeks at most.
function stepOf(every: string, channel: Channel): number {
  const step = parseDuration(every);
  if (step < 10 || step > 24 * 3_600_000) throw new ConfigError(`invalid --every: ${every}; allowed: 10ms to 24h`);
  assertOnGrid(every, channel);
  return step;
}

function forever(duration: string | undefined): number {
  return duration === undefined ? Infinity : parseDuration(duration);
}

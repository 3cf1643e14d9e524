import {Command} from "commander";
import {exposure} from "../config/exposure.js";
import {countText, sizeText} from "../config/size.js";
import {deriveDue, deriveStore, retainStore} from "../load/upkeep.js";
import {type Published, publish} from "../snapshot/publish.js";
import type {Store} from "../store/database/store.js";
import {readStore, useEmptyStore} from "../store/open.js";
import type {Dropped, Old} from "../store/retain.js";
import type {Host} from "./host.js";
import {heldText, printResult, resultOf, textTable} from "./output.js";
import {action, type CommonOptions, type Context, exitCodes, withOptions} from "./run.js";

/** `derive`: brings the derived tables up to date, which each load does by itself. */
export function deriveCommand(host: Host): Command {
  return withOptions(new Command("derive"), "store", "json", "quiet")
    .description("bring bars, sessions and quality up to date with the updates; each load does so at its end")
    .option("--rebuild", "make them again from scratch, needed after rows were altered or deleted by hand")
    .addHelpText("after", "\nExample:\n  feedbook derive --rebuild")
    .action(
      action<CommonOptions & {rebuild?: boolean}>(host, async (context, {rebuild = false}) => {
        const derived = await deriveStore(context.settings, {...context, rebuild});
        const {hours, seconds, due} = derived;
        const left = due > 0 ? `, still due: ${due}` : "";
        printResult(
          context,
          derived,
          () => `derived ${countText(hours, "hour")} of feeds in ${seconds.toFixed(1)} s${left}`
        );
        return context.signal.aborted ? exitCodes.failed : exitCodes.done;
      })
    );
}

/** `retain`: drops updates that are older than the configuration keeps. Loads do it once a tenth of all updates is that old. */
export function retainCommand(host: Host): Command {
  return withOptions(new Command("retain"), "store", "json", "quiet")
    .description(
      "drop updates that are older than retain.rows in feedbook.config.ts; bars and statistics made from them stay"
    )
    .option("--dry-run", "only show what would be dropped")
    .option("--unshipped", "also drop updates that wait to be shipped to a cluster")
    .addHelpText("after", retainHelp)
    .action(
      action<CommonOptions & {dryRun?: boolean; unshipped?: boolean}>(host, async (context, options) => {
        const {dryRun = false, unshipped = false} = options;
        const found = await retainStore(context.settings, {...context, dryRun, unshipped});
        printResult(context, {...found, dryRun}, () => droppedText(found, dryRun));
      })
    );
}

const retainHelp = `
Loads and watches do this by themselves once a tenth of the updates is old. Bars, sessions and quality of those hours
stay as they are, even when later updates arrive, and so do the responses: no load requests these updates again. The
store is copied without the old rows, so that its file shrinks: that needs room for the copy; others can read meanwhile.
A store that is shipped to a cluster keeps updates from the first hour on that has any to ship.

Example:
  feedbook retain --dry-run`;

function droppedText(found: Old | Dropped, dryRun: boolean): string {
  const {before, updates, rows, rejected, coercions} = found;
  const what = `${rows} of ${countText(updates, "update")}, ${countText(rejected, "reject")} and ${countText(coercions, "null value")} from before ${before}`;
  if (dryRun) return `retain would drop ${what}`;
  if (!("bytes" in found)) return `nothing is from before ${before}: the store keeps ${countText(updates, "update")}`;
  return `dropped ${what}; the store has ${sizeText(found.bytes)} of ${sizeText(found.bytesBefore)}`;
}

/** `publish`: writes the snapshot that pages read. */
export function publishCommand(host: Host): Command {
  return withOptions(new Command("publish"), "store", "json", "quiet")
    .description("write the snapshot that pages and .sql loaders read")
    .addHelpText("after", publishHelp)
    .action(
      action(host, async (context) => {
        const published = await publishSnapshot(context);
        printResult(context, published, () => publishedText(published, context.settings));
      })
    );
}

/** Writes the snapshot of the store, once due hours are derived, or of the cluster. @throws as `publish` does */
export async function publishSnapshot({settings, log, signal}: Omit<Context, keyof Host>): Promise<Published> {
  const {storePath, snapshotPath, snapshot, rows} = settings;
  const {cluster} = snapshot;
  const warning = cluster?.password ? exposure("FEEDBOOK_CLICKHOUSE_PASSWORD", cluster.url) : null;
  if (warning !== null) log.warn(warning);
  const write = (store: Store) => publish(store, snapshotPath, {...snapshot, signal});
  if (cluster) return await useEmptyStore(write);
  await deriveDue(settings, {log, signal});
  return await readStore(storePath, write, rows);
}

const publishHelp = `
Hours of feeds that a killed load or rebuild left to derive are derived first.
The snapshot has small tables whole, and the newest rows of the others that fit into snapshot.budgetBytes of
feedbook.config.ts; if there are too many feeds for that, feeds of the catalogue come first. Its table snapshot_parts
lists the rows of each. Texts of errors and rejected entries are in it only with snapshot.publishFaults.

With FEEDBOOK_ENGINE=clickhouse the snapshot is made of the rows that feedbook ship sent to the cluster at
FEEDBOOK_CLICKHOUSE_URL, and no store is needed. Loads and watch then leave the snapshot as it is.

Example:
  feedbook publish --store data/real.duckdb`;

function publishedText(
  {path, bytes, seconds, parts, cluster}: Published,
  {snapshot: {budgetBytes}}: Context["settings"]
): string {
  const rows = parts.map((part) => ({
    table: part.name,
    rows: part.rows,
    kB: Math.round(part.bytes / 1000),
    [cluster ? "of the cluster" : "of the store"]: heldText(part)
  }));
  return [
    `${path}: ${sizeText(bytes)} of at most ${sizeText(budgetBytes)}, in ${seconds.toFixed(1)} s`,
    ...(cluster ? [`all rows come from the cluster at ${cluster}`] : []),
    textTable(resultOf(rows))
  ].join("\n");
}

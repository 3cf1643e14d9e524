import {existsSync, mkdirSync} from "node:fs";
import {dirname} from "node:path";
import {Command} from "commander";
import {sizeText} from "../config/size.js";
import type {Store} from "../database/store.js";
import {type Published, publish} from "../snapshot/publish.js";
import {readStore, useEmptyStore} from "../store/open.js";
import type {Host} from "./host.js";
import {heldText, print, printJson, resultOf, textTable} from "./output.js";
import {action, withOptions} from "./run.js";

/** `publish`: writes the snapshot that pages read. */
export function publishCommand(host: Host): Command {
  return withOptions(new Command("publish"), "store", "json", "quiet")
    .description("write the snapshot that pages and .sql loaders read")
    .addHelpText("after", publishHelp)
    .action(
      action(host, async ({settings, json, quiet, signal}) => {
        const {storePath, snapshotPath, snapshot, rows} = settings;
        const write = (store: Store) => publish(store, snapshotPath, {...snapshot, signal});
        const isAlone = snapshot.cluster !== undefined && !existsSync(storePath); // what loads of others brought is enough
        if (isAlone) mkdirSync(dirname(snapshotPath), {recursive: true});
        const published = await (isAlone ? useEmptyStore(write) : readStore(storePath, write, rows));
        if (json) return printJson(host, published);
        if (!quiet) report(host, published, snapshot.budgetBytes);
      })
    );
}

const publishHelp = `
It holds small tables whole, and of the others the newest rows that fit into snapshot.budgetBytes of feedbook.config.ts;
where there are too many feeds for that, those of the catalogue come first. Its table snapshot_parts says which. What
errors and rejected entries say is in it only with snapshot.publishFaults.

With FEEDBOOK_ENGINE=clickhouse the feeds, updates, bars, sessions and rates are those of the server at FEEDBOOK_ENGINE_URL,
which has run what feedbook lake ddl prints; quality, loads and what was rejected are those of the store.

Example:
  feedbook publish --store data/real.duckdb`;

function report(host: Host, {path, bytes, seconds, parts, cluster}: Published, budgetBytes: number): void {
  print(host, `${path}: ${sizeText(bytes)} of at most ${sizeText(budgetBytes)}, in ${seconds.toFixed(1)} s`);
  if (cluster) print(host, originText(cluster));
  const rows = parts.map((part) => ({
    table: part.name,
    rows: part.rows,
    kB: Math.round(part.bytes / 1000),
    "of the store": heldText(part)
  }));
  print(host, textTable(resultOf(rows)));
}

function originText({url, queries, bytes, unjudged}: NonNullable<Published["cluster"]>): string {
  const lacking = unjudged > 0 ? `, which has no quality of ${unjudged} of its feeds` : "";
  return `feeds, updates, bars, sessions and rates are of ${url}: ${queries} answers of ${sizeText(bytes)}
quality, loads and what was rejected are of this store${lacking}`;
}

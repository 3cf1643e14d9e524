import {Command} from "commander";
import {sizeText} from "../config/size.js";
import {type Published, publish} from "../snapshot/publish.js";
import {readStore} from "../store/open.js";
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
        const published = await readStore(
          settings.storePath,
          (store) => publish(store, settings.snapshotPath, {...settings.snapshot, signal}),
          settings.rows
        );
        if (json) return printJson(host, published);
        if (!quiet) report(host, published, settings.snapshot.budgetBytes);
      })
    );
}

const publishHelp = `
It holds small tables whole, and of the others the newest rows that fit into snapshot.budgetBytes of feedbook.config.ts;
where there are too many feeds for that, those of the catalogue come first. Its table snapshot_parts says which. What
errors and rejected entries say is in it only with snapshot.publishFaults.

Example:
  feedbook publish --store data/real.duckdb`;

function report(host: Host, {path, bytes, seconds, parts}: Published, budgetBytes: number): void {
  print(host, `${path}: ${sizeText(bytes)} of at most ${sizeText(budgetBytes)}, in ${seconds.toFixed(1)} s`);
  const rows = parts.map((part) => ({
    table: part.name,
    rows: part.rows,
    kB: Math.round(part.bytes / 1000),
    "of the store": heldText(part)
  }));
  print(host, textTable(resultOf(rows)));
}

import {Command} from "commander";
import {touchLoaders} from "../site/touch.js";
import {publish} from "../store/publish.js";
import {readStore} from "../store/reader.js";
import {print, printJson} from "./output.js";
import {action, withOptions} from "./run.js";

/** `publish`: writes the snapshot that pages read. */
export function publishCommand(): Command {
  return withOptions(new Command("publish"), "store", "json", "quiet")
    .description("write the snapshot that pages and .sql loaders read")
    .addHelpText("after", "\nExample:\n  feedbook publish --store data/real.duckdb")
    .action(
      action(async ({settings, json, quiet, signal}) => {
        const published = await readStore(
          settings.storePath,
          (store) => publish(store, settings.snapshotPath, signal),
          settings.rows
        );
        touchLoaders();
        if (json) return printJson(published);
        if (quiet) return;
        const tables = Object.entries(published.tables).map(([name, rows]) => `${name} ${rows}`);
        const size = (published.bytes / 2 ** 20).toFixed(1);
        print(`${published.path}: ${tables.join(", ")}; ${size} MiB in ${published.seconds.toFixed(1)} s`);
      })
    );
}

import {Command} from "commander";
import {readStore} from "../store/reader.js";
import {type StoreStatus, storeStatus} from "../store/status.js";
import {print, printJson, resultOf, textTable} from "./output.js";
import {action, withCommon} from "./run.js";

/** `status`: what is in the store, how fresh, and how the newest loads went. */
export function statusCommand(): Command {
  return withCommon(new Command("status"))
    .description("show what is in the store, how fresh it is, and how the newest loads went")
    .addHelpText("after", "\nExample:\n  feedbook status --json")
    .action(
      action(async ({settings, json}) => {
        const status = await readStore(settings.storePath, storeStatus);
        if (json) return printJson(status);
        print(
          [headline(status), "", textTable(resultOf(status.feeds)), "", textTable(resultOf(status.loads))].join("\n")
        );
      })
    );
}

function headline({path, bytes, meta, balanced}: StoreStatus): string {
  const kind = meta.simulated === true ? "simulated" : "real";
  const span = meta.firstPublishedAt === null ? "" : ` from ${meta.firstPublishedAt} to ${meta.lastPublishedAt}`;
  const books = balanced ? "the books balance" : "THE BOOKS DO NOT BALANCE";
  const bad = `${meta.rejected} rejected, ${meta.coercions} values set to null`;
  return `${path} (${(bytes / 2 ** 20).toFixed(1)} MiB): ${meta.updates} ${kind} updates of ${meta.feeds} feeds${span}; ${bad}; ${books}`;
}

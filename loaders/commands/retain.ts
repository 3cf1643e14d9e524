import {Command} from "commander";
import {countText, sizeText} from "../config/size.js";
import {retainStore} from "../load/upkeep.js";
import type {Dropped, Old} from "../store/retain.js";
import type {Host} from "./host.js";
import {printResult} from "./output.js";
import {action, type CommonOptions, withOptions} from "./run.js";

/** `retain`: drops updates that are older than the configuration keeps. Loads do it once a tenth of all updates is that old. */
export function retainCommand(host: Host): Command {
  return withOptions(new Command("retain"), "store", "json", "quiet")
    .description(
      "drop updates that are older than retain.rows in feedbook.config.ts; bars and statistics made from them stay"
    )
    .option("--dry-run", "only show what would be dropped")
    .addHelpText("after", help)
    .action(
      action<CommonOptions & {dryRun?: boolean}>(host, async (context, {dryRun = false}) => {
        const found = await retainStore(context.settings, {...context, dryRun});
        printResult(context, {...found, dryRun}, () => textOf(found, dryRun));
      })
    );
}

const help = `
Loads and watches do this by themselves once a tenth of the updates is old. Bars, sessions and quality of those hours
stay as they are, even when later updates arrive, and so do the responses: no load requests these updates again. The
store is copied without the old rows, so that its file shrinks: that needs room for the copy; others can read meanwhile.

Example:
  feedbook retain --dry-run`;

function textOf(found: Old | Dropped, dryRun: boolean): string {
  const {before, updates, rows, rejected, coercions} = found;
  const what = `${rows} of ${countText(updates, "update")}, ${countText(rejected, "reject")} and ${countText(coercions, "null value")} from before ${before}`;
  if (dryRun) return `retain would drop ${what}`;
  if (!("bytes" in found)) return `nothing is from before ${before}: the store keeps ${countText(updates, "update")}`;
  return `dropped ${what}; the store has ${sizeText(found.bytes)} of ${sizeText(found.bytesBefore)}`;
}

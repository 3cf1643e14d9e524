import {Command} from "commander";
import {replayRejects} from "../jobs/replay.js";
import {readStore} from "../store/reader.js";
import {type RejectsOverview, rejectsOverview} from "../store/rejects.js";
import {print, printJson, resultOf, textTable} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

/** `rejects`: what did not fit; `rejects replay` reads it again. */
export function rejectsCommand(): Command {
  return withOptions(new Command("rejects"), "store", "json")
    .description("show entries that could not become rows, values that became null, and how the fields changed")
    .addHelpText("after", "\nExamples:\n  feedbook rejects --json\n  feedbook rejects replay --dry-run")
    .action(
      action(async ({settings, json}) => {
        const found = await readStore(settings.storePath, rejectsOverview);
        if (json) printJson(found);
        else print(overviewText(found));
      })
    )
    .addCommand(replay());
}

function replay(): Command {
  return withOptions(new Command("replay"), "store", "json", "quiet")
    .description(
      "read rejected entries and null values again, with today's schema and settings, and book what fits now"
    )
    .option("--dry-run", "only say what would be booked")
    .addHelpText("after", "\nExample:\n  feedbook rejects replay --dry-run")
    .action(
      action<CommonOptions & {dryRun?: boolean}>(async ({settings, json, quiet, log, signal}, {dryRun}) => {
        const report = await replayRejects(settings, {dryRun, log, signal});
        if (json) printJson(report);
        else if (!quiet) {
          const {entries, booked, values, filled, seconds} = report;
          const [booking, filling] = report.dryRun ? ["would book", "fill"] : ["booked", "filled"];
          print(
            `replay ${booking} ${booked} of ${entries} rejected entries, and ${filling} ${filled} of ${values} null values, in ${seconds.toFixed(1)} s`
          );
        }
        return signal.aborted ? exitCodes.failed : exitCodes.done;
      })
    );
}

function overviewText({rejects, coercions, failures, loads, drift}: RejectsOverview): string {
  const parts = [
    rejects.length > 0 ? table(rejects) : "no entry was rejected",
    coercions.length > 0 ? table(coercions) : "no value was set to null"
  ];
  if (failures.length > 0) parts.push(`responses that were no update\n${table(failures)}`);
  if (loads.length > 0) parts.push(`loads that rejected entries\n${table(loads)}`);
  if (drift.length > 0) parts.push(`fields that changed\n${table(drift)}`);
  return parts.join("\n\n");
}

function table(records: Record<string, unknown>[]): string {
  return textTable(resultOf(records));
}

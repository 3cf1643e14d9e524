import {Command} from "commander";
import {countText} from "../config/size.js";
import {type RejectsOverview, rejectsOverview} from "../inspect/rejects.js";
import {replayRejects} from "../load/replay.js";
import {readStore} from "../store/open.js";
import type {Host} from "./host.js";
import {fittedTable, printResult, resultOf, terminalWidth, textTable} from "./output.js";
import {action, type CommonOptions, exitCodes, withOptions} from "./run.js";

/** `rejects`: entries and values that did not fit; `rejects replay` reads them again. */
export function rejectsCommand(host: Host): Command {
  return withOptions(new Command("rejects"), "store", "json")
    .description("show entries that could not become rows, values that became null, and how the fields changed")
    .addHelpText("after", "\nExamples:\n  feedbook rejects --json\n  feedbook rejects replay --dry-run")
    .action(
      action(host, async (context) => {
        const found = await readStore(context.settings.storePath, rejectsOverview, context);
        printResult({...context, quiet: false}, found, () => overviewText(found, terminalWidth(host)));
      })
    )
    .addCommand(replay(host));
}

function replay(host: Host): Command {
  return withOptions(new Command("replay"), "store", "json", "quiet")
    .description(
      "read rejected entries and null values again, with the present schema and settings, and book the fitting ones"
    )
    .option("--dry-run", "only show what would be booked")
    .addHelpText("after", "\nExample:\n  feedbook rejects replay --dry-run")
    .action(
      action<CommonOptions & {dryRun?: boolean}>(host, async (context, {dryRun}) => {
        const report = await replayRejects(context.settings, {...context, dryRun});
        const {entries, booked, values, filled, seconds} = report;
        const [booking, filling] = report.dryRun ? ["would book", "fill"] : ["booked", "filled"];
        const rows = `${booking} ${booked} of ${countText(entries, "rejected entry")}`;
        const fills = `${filling} ${filled} of ${countText(values, "null value")}`;
        printResult(context, report, () => `replay ${rows}, and ${fills}, in ${seconds.toFixed(1)} s`);
        return context.signal.aborted ? exitCodes.failed : exitCodes.done;
      })
    );
}

function overviewText({rejects, coercions, failures, loads, fields}: RejectsOverview, width: number): string {
  const parts = [
    rejects.length > 0 ? fittedTable(rejects.map(exampleLast), "example", {width}) : "no entry was rejected",
    coercions.length > 0 ? fittedTable(coercions.map(exampleLast), "example", {width}) : "no value was set to null"
  ];
  if (failures.length > 0)
    parts.push(
      `responses that were no update, or are of another instant\n${fittedTable(failures.map(exampleLast), "example", {width})}`
    );
  if (loads.length > 0) parts.push(`loads that rejected entries\n${textTable(resultOf(loads.map(loadLine)))}`);
  if (fields.length > 0) parts.push(`fields that changed\n${textTable(resultOf(fields.map(fieldLine)))}`);
  return parts.join("\n\n");
}

type Records = RejectsOverview["rejects"];

// The time of the first one is in the JSON only.
function exampleLast({firstReceivedAt: _, lastReceivedAt, example, ...others}: Records[number]) {
  return {...others, last: second(lastReceivedAt), example};
}

function loadLine({startedAt, share, ...others}: Records[number]) {
  return {started: second(startedAt), ...others, share: percent(share)};
}

function fieldLine({startedAt, shareBefore, share, ...others}: Records[number]) {
  return {day: String(startedAt).slice(0, 10), ...others, before: percent(shareBefore), since: percent(share)};
}

function percent(share: unknown): string {
  return share == null ? "" : `${(100 * Number(share)).toPrecision(3)} %`;
}

function second(time: unknown): string {
  return String(time).slice(0, 19).replace("T", " ");
}

import {feedName, type KnownFeeds} from "../jobs/catalogue.js";
import {driftText} from "../jobs/drift.js";
import {type Load, type LoadOptions, runLoad} from "../jobs/load.js";
import {type LoadReport, tooManyRejected} from "../jobs/report.js";
import {firstOf, print, printJson, safeText} from "./output.js";
import {type Context, exitCodes} from "./run.js";

/** Runs one load and tells what it did; as one of several, what it tells as JSON goes to `reports`. Gives the exit code. */
export async function tellLoad(
  context: Context,
  command: string,
  work: (load: Load) => Promise<void>,
  {strict, reports, ...options}: Partial<LoadOptions> & {strict?: boolean | undefined; reports?: object[]} = {}
): Promise<number> {
  let load: Load | null = null;
  const kept = (one: Load) => {
    load = one;
    return work(one);
  };
  const report = await runLoad(context.settings, command, kept, {...context, ...options}).catch((error: unknown) => {
    if (load && load.report.responses > 0) tell(load, "failed");
    throw error;
  });
  const how = report.interrupted ? "interrupted" : report.problems.length > 0 ? "failed in part" : "done";
  if (load) tell(load, how);
  for (const problem of report.problems) context.log.warn(problem);
  if (report.furtherProblems > 0) context.log.warn(`and ${report.furtherProblems} problems more`);
  for (const change of report.drift.slice(0, 20)) context.log.warn(driftText(change));
  if (report.drift.length > 20) context.log.warn(`and ${report.drift.length - 20} fields more that changed`);
  const rejected = tooManyRejected(report, strict ? 0 : context.settings.rows.maxRejectedShare);
  if (rejected !== null) context.log.warn(rejected);
  if (report.problems.length > 0 || (report.interrupted && command !== "watch")) return exitCodes.failed;
  const nothing = report.rows === 0 && report.alreadyThere === 0;
  if (nothing && report.removed.length > 0) return exitCodes.failed; // all that was asked for was refused
  return rejected === null ? exitCodes.done : exitCodes.rejected;

  function tell({report, known}: Load, how: string): void {
    const named = withSymbols(report, known);
    if (reports) reports.push(named);
    else if (context.json) printJson(named);
    if (!context.json && !context.quiet) print(summary(named, how));
  }
}

interface Named extends Omit<LoadReport, "missingFeeds" | "removed"> {
  missingFeeds: {priceFeedId: number; symbol: string | null; times: number}[];
  removed: {feed: number | string; symbol: string | null; reason: string}[];
}

function withSymbols(report: LoadReport, known: KnownFeeds): Named {
  const symbolOf = (feed: number | string) => (typeof feed === "number" ? (known.get(feed)?.symbol ?? null) : feed);
  return {
    ...report,
    missingFeeds: Object.entries(report.missingFeeds).map(([id, times]) => ({
      priceFeedId: Number(id),
      symbol: symbolOf(Number(id)),
      times
    })),
    removed: report.removed.map(({feed, reason}) => ({feed, symbol: symbolOf(feed), reason}))
  };
}

function summary(report: Named, how: string): string {
  const {asked, received, missing, refused, alreadyThere, rejected} = report;
  const parts = [`${report.rows} rows, ${report.responses} responses`];
  if (report.command !== "file")
    parts.push(`${asked} asked = ${received} received + ${missing} missing + ${refused} refused`);
  parts.push(`${alreadyThere} already there, ${rejected} rejected${rejected > 0 ? " (feedbook rejects)" : ""}`);
  if (report.coercions > 0) parts.push(`${report.coercions} values set to null`);
  if (report.nothingThere > 0) parts.push(`nothing there ${report.nothingThere} times`);
  const absent = report.missingFeeds.map(({priceFeedId, symbol}) => feedName(priceFeedId, symbol));
  if (absent.length > 0) parts.push(`feeds that did not come: ${firstOf(absent)}`);
  const refusals = report.removed.map(({feed, symbol}) => (feed === symbol ? symbol : feedName(feed, symbol)));
  if (refusals.length > 0) parts.push(`left out: ${firstOf(refusals)}`);
  return safeText(`${report.command} ${how} in ${report.seconds.toFixed(1)} s: ${parts.join("; ")}`);
}

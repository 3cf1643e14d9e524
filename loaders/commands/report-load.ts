import {sum} from "d3-array";
import {messageOf} from "../config/errors.js";
import {countText, sizeText} from "../config/size.js";
import type {Load} from "../load/books.js";
import {feedName, type KnownFeeds} from "../load/feeds.js";
import {loadFiles} from "../load/files/file.js";
import {loadHistory} from "../load/history.js";
import {type LoadOptions, runLoad} from "../load/load.js";
import {loadLatest} from "../load/questions.js";
import {type LoadReport, tooManyRejected} from "../load/report.js";
import {firstOf, heldText, print, printJson, safeText} from "./output.js";
import {type Context, exitCodes, reportError} from "./run.js";

/** How a load is reported: under `strict` no entry may be rejected; as one of several, its JSON goes to `reports`. */
export interface Reporting extends Partial<LoadOptions> {
  strict?: boolean | undefined;
  reports?: object[];
}

/** Runs one load and reports it; with --json as one value, also if it throws. Gives the exit code. */
export async function reportLoad(
  context: Context,
  command: string,
  work: (load: Load) => Promise<void>,
  {strict, reports, ...options}: Reporting = {}
): Promise<number> {
  let load: Load | null = null;
  const kept = (one: Load) => {
    load = one;
    return work(one);
  };
  const report = await runLoad(context.settings, command, kept, {...context, ...options}).catch((error: unknown) => {
    if (context.json || (load && load.report.responses > 0)) write("failed", error);
    throw error;
  });
  const nothing = report.rows === 0 && report.alreadyThere === 0;
  const refused = nothing && report.removed.length > 0; // everything that was asked for was refused
  write(howOf(report, refused));
  reportProblems(report, context);
  const rejected = tooManyRejected(report, strict ? 0 : context.settings.rows.maxRejectedShare);
  if (rejected !== null) context.log.warn(rejected);
  if (report.problems.length > 0 || (report.interrupted && command !== "watch") || refused) return exitCodes.failed;
  return rejected === null ? exitCodes.done : exitCodes.rejected;

  function write(status: string, error: unknown = null): void {
    const named = load && withSymbols(load.report, load.known);
    const outcome = {...(named ?? {command}), status, error: error === null ? null : messageOf(error)};
    if (reports) reports.push(outcome);
    else if (context.json) printJson(context, outcome);
    if (named && !context.json && !context.quiet) print(context, summary(named, status));
  }
}

function howOf({interrupted, problems}: LoadReport, refused: boolean): string {
  if (interrupted) return "interrupted";
  if (refused) return "failed";
  return problems.length > 0 ? "failed in part" : "done";
}

function reportProblems({interrupted, command, problems, furtherProblems}: LoadReport, {log}: Context): void {
  if (interrupted && command === "history") log.note("run it again to continue where it stopped");
  for (const problem of problems) log.warn(problem);
  if (furtherProblems > 0) log.warn(`and ${countText(furtherProblems, "problem")} more`);
}

function exponentText(feeds: LoadReport["exponentless"]): string {
  const takes = ({exponent, ownExponent}: LoadReport["exponentless"][string]) => {
    if (exponent === null) return "no exponent in the catalogue, so null";
    const other = ownExponent === null || ownExponent === exponent ? "" : `, but its other updates have ${ownExponent}`;
    return `${exponent} of the catalogue${other}`;
  };
  const taken = Object.entries(feeds).map(([id, feed]) => `${feedName(id, feed.symbol)}: ${takes(feed)}`);
  const updates = sum(Object.values(feeds), (feed) => feed.updates);
  return `${countText(updates, "update")} without an exponent (${firstOf(taken)})`;
}

type Named = ReturnType<typeof withSymbols>;

function withSymbols(report: LoadReport, known: KnownFeeds) {
  const symbolOf = (feed: number | string) => (typeof feed === "number" ? (known.get(feed)?.symbol ?? null) : feed);
  const named = (feeds: Record<string, number>) =>
    Object.entries(feeds).map(([id, times]) => ({priceFeedId: Number(id), symbol: symbolOf(Number(id)), times}));
  return {
    ...report,
    missingFeeds: named(report.missingFeeds),
    unaskedFeeds: named(report.unaskedFeeds),
    removed: report.removed.map(({feed, reason}) => ({feed, symbol: symbolOf(feed), reason}))
  };
}

function summary(report: Named, how: string): string {
  const {command, asked, received, missing, refused, alreadyThere, nothingThere, rejected, snapshot} = report;
  const dating = command === "file" ? "dated by the latest feedUpdateTimestamp" : "the time of receipt is used";
  const cut = snapshot?.cut.map((part) => `${part.name} ${heldText(part)}`) ?? [];
  const list = (what: string, names: readonly string[]) => names.length > 0 && `${what}: ${firstOf(names)}`;
  const named = ({priceFeedId, symbol}: Named["missingFeeds"][number]) => feedName(priceFeedId, symbol);
  const parts = [
    `${countText(report.rows, "row")}, ${countText(report.responses, "response")}`,
    command !== "file" && `${asked} asked = ${received} received + ${missing} missing + ${refused} refused`,
    `${alreadyThere} already there, ${rejected} rejected${rejected > 0 ? " (feedbook rejects)" : ""}`,
    Object.keys(report.exponentless).length > 0 && exponentText(report.exponentless),
    report.coercions > 0 && `${countText(report.coercions, "value")} set to null`,
    report.undated > 0 && `${countText(report.undated, "response")} without a readable time: ${dating}`,
    nothingThere > 0 && `nothing there ${nothingThere === 1 ? "once" : `${nothingThere} times`}`,
    list("feeds that did not come", report.missingFeeds.map(named)),
    list("feeds that nobody asked for", report.unaskedFeeds.map(named)),
    list(
      "left out",
      report.removed.map(({feed, symbol}) => (feed === symbol ? symbol : feedName(feed, symbol)))
    ),
    snapshot !== null && cut.length > 0 && [`snapshot ${sizeText(snapshot.bytes)}`, ...cut].join(", ")
  ];
  return safeText(`${command} ${how} in ${report.seconds.toFixed(1)} s: ${parts.filter(Boolean).join("; ")}`);
}

const worstFirst = [exitCodes.failed, exitCodes.usage, exitCodes.rejected];

/** Runs the loads of `feedbook.config.ts`, one after another, also after a failure. Gives the worst exit code. */
export async function loadListed(context: Context, {strict}: {strict?: boolean}): Promise<number> {
  const codes: number[] = [];
  const reports: object[] = [];
  for (const listed of context.settings.loads) {
    if (context.signal.aborted) break;
    const kind = listed.command === "file" ? {online: false, simulated: listed.simulated} : {};
    const options = {strict, ...kind, reports};
    codes.push(
      await reportLoad(context, listed.command, workOf(listed), options).catch((error) => reportError(error, context))
    );
  }
  if (context.json) printJson(context, reports);
  return worstFirst.find((code) => codes.includes(code)) ?? exitCodes.done;
}

function workOf(listed: Context["settings"]["loads"][number]): (load: Load) => Promise<void> {
  switch (listed.command) {
    case "latest":
      return loadLatest;
    case "history":
      return (load) => loadHistory(load, listed);
    case "file":
      return (load) => loadFiles(load, listed);
  }
}

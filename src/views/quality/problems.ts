import type {Row} from "../../duckdb/values/rows.js";
import {
  type Figures,
  formatAge,
  formatCount,
  formatUtc,
  type Instant,
  type Quantity,
  toMs,
  toNumber
} from "../../format/format.js";
import {command, feedOption, instantText, loadCommand} from "../../format/load-command.js";
import {feedLabel, short} from "../../ui/elements/names.js";

/** What is wrong, the details, the command that mends or explains it, and the part of the page with more. */
export interface Problem {
  title: string;
  detail: string;
  command: string;
  part: "freshness" | "gaps" | "rejected" | "loads";
}

/** The gaps of one reason; `times`: how many different times they have, 1 if all feeds have the same gap. */
interface GapReason extends Row {
  reason: string;
  asked: boolean;
  priceFeedIds: Iterable<number | bigint>;
  symbols: Iterable<string>;
  startedAt: Instant;
  resumedAt: Instant;
}

/** The rows of the page's queries that can show a problem. */
export interface QualityRows {
  totals: Figures;
  classes: Iterable<Row>;
  late: Iterable<Row & {priceFeedId: number | bigint; symbol: string | null; state: string; ageSeconds: Quantity}>;
  lost: Iterable<GapReason>;
  loads: Iterable<Row & {command: string; status: string; startedAt: Instant; error?: string | null}>;
  fields: Iterable<Row & {field: string; change: string; startedAt: Instant}>;
}

const states = {
  missing: ["missing", "requested, and not in the response", "load latest"],
  silent: ["silent", "no update for three steps and a minute", "load latest"],
  stale: ["stale", "old in the regular session", "status"]
} as const;

/** What is wrong, the worst first: failed loads, feeds without news, gaps, values that did not fit, fields that stopped. */
export function problemsOf(rows: QualityRows, {from}: {from: string}): Problem[] {
  return [...failedLoads(rows), ...lateFeeds(rows), ...gaps(rows), ...misfits(rows), ...lostFields(rows, from)];
}

function failedLoads({loads}: QualityRows): Problem[] {
  const seen = new Set<string>();
  return [...loads].flatMap(({command: name, status, startedAt, error}) => {
    const isNewest = !seen.has(name);
    seen.add(name);
    if (!isNewest || (status !== "failed" && status !== "interrupted")) return [];
    const title = `The last load ${name} ${status === "failed" ? "failed" : "was interrupted"}`;
    const detail = [formatUtc(startedAt, "minute"), error].filter(Boolean).join(": ");
    return [{title, detail, command: command("doctor"), part: "loads"}];
  });
}

function lateFeeds({classes, late}: QualityRows): Problem[] {
  const [all, feeds] = [[...classes], [...late]];
  return Object.entries(states).flatMap(([state, [word, meaning, act]]) => {
    const count = all.reduce((sum, row) => sum + toNumber(row[state]), 0);
    const own = feeds.filter((row) => row.state === state);
    if (!(count > 0)) return [];
    const oldest = Math.max(...own.map(({ageSeconds}) => toNumber(ageSeconds) || 0));
    const age = state === "stale" && oldest > 0 ? `, the oldest ${formatAge(oldest)}` : "";
    const ids = own.map(({priceFeedId}) => priceFeedId);
    return {
      title: `${feedCount(count)} ${count === 1 ? "is" : "are"} ${word}`,
      detail: `${namesOf(own.map(feedLabel), count)}: ${meaning}${age}`,
      command: command(act, ...feedOption(count > ids.length ? [] : ids)),
      part: "freshness"
    };
  });
}

function gaps({lost}: QualityRows): Problem[] {
  return Array.from(lost, ({reason, asked, priceFeedIds, symbols, startedAt, resumedAt, ...row}) => {
    const [ids, names, count] = [[...priceFeedIds], Array.from(symbols, short), toNumber(row.gaps)];
    const [first, before, stepSeconds] = [toMs(startedAt), toMs(resumedAt), toNumber(row.stepSeconds)];
    const after = first - (asked ? 1 : 1000 * stepSeconds);
    const retry = reason === "nothing there";
    const isOne = toNumber(row.times) === 1 && !Number.isNaN(stepSeconds);
    const load = isOne ? loadCommand({feeds: ids, after, before, stepSeconds, retry}) : null;
    const times = ["--from", instantText(first), "--to", instantText(before)];
    const longest = `${isOne ? "" : "up to "}${formatAge(toNumber(row.seconds))}`;
    const since = `${isOne ? "from" : "first"} ${formatUtc(startedAt, "minute")}`;
    return {
      title: `${formatCount(count)} ${count === 1 ? "gap" : "gaps"} of ${feedCount(ids.length)}, ${words(reason)}`,
      detail: `${namesOf(names, ids.length)}: ${longest}, ${since}`,
      command: load ?? command("gaps", ...times, ...feedOption(ids)),
      part: "gaps"
    };
  });
}

function words(reason: string): string {
  return reason === "not asked" ? "not requested" : reason;
}

function misfits({totals}: QualityRows): Problem[] {
  const {rejected, coercions} = totals;
  const parts = [
    toNumber(rejected) > 0 ? `${formatCount(rejected)} rejected ${toNumber(rejected) === 1 ? "entry" : "entries"}` : "",
    toNumber(coercions) > 0 ? `${formatCount(coercions)} nulled ${toNumber(coercions) === 1 ? "value" : "values"}` : ""
  ].filter(Boolean);
  if (parts.length === 0) return [];
  const detail = "they do not fit their columns";
  return [{title: parts.join(" and "), detail, command: command("rejects"), part: "rejected"}];
}

function lostFields({fields}: QualityRows, from: string): Problem[] {
  const since = toMs(from) - 86_400_000; // a field's change has the start of its day
  return [...fields]
    .filter(({change, startedAt}) => change === "stopped" && toMs(startedAt) > since)
    .map(({field, startedAt}) => ({
      title: `The field ${short(field)} stopped`,
      detail: `since ${formatUtc(startedAt, "day")}`,
      command: command("rejects"),
      part: "rejected"
    }));
}

function feedCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "feed" : "feeds"}`;
}

function namesOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, count > 3 ? 1 : 3);
  return [...shown, ...(count > shown.length ? [`${formatCount(count - shown.length)} more`] : [])].join(", ");
}

import type {Row} from "../../duckdb/values/rows.js";
import {formatAge, formatCount, formatPercent, formatUtc, type Instant, toNumber} from "../../format/format.js";
import {copyable} from "../../ui/elements/copyable.js";
import {html, onPlainClick} from "../../ui/elements/dom.js";
import {type Problem, problemsOf, type QualityRows} from "./problems.js";

/**
 * What to look at, the worst first, each with its command and a link to its part of the page; below the number of problems, how
 * complete the feeds found by a search are.
 */
export function problemList(rows: QualityRows, pick: {from: string; search: string}): HTMLElement {
  const problems = problemsOf(rows, pick);
  const {length} = problems;
  const title = length === 0 ? "Nothing to look at" : `${length} ${length === 1 ? "thing" : "things"} to look at`;
  const tone = length === 0 ? "positive" : "warn";
  const tools = html("div", {class: "fb-tools"}); // for the button SQL
  return html(
    "section",
    {class: "fb-problems"},
    html("header", {}, html("h2", {"data-tone": tone}, title), html("p", {}, ...summaryOf(rows, pick)), tools),
    length === 0 ? null : html("ol", {}, ...problems.map(item))
  );
}

function summaryOf({totals, classes}: QualityRows, {search}: {search: string}): string[] {
  const all = [...classes];
  const feeds = sum(all, "feeds");
  if (feeds === 0 && search.trim() !== "") return ["No feed found."];
  const {received, expected, share} = totals;
  const arrived = `${formatCount(received)} of ${formatCount(expected)} requested updates (${formatPercent(share)})`;
  const found = search.trim() === "" ? "" : ` of ${formatCount(feeds)} ${feeds === 1 ? "feed" : "feeds"} found`;
  return [toNumber(expected) > 0 ? `${arrived}${found} arrived.` : `No update${found} was requested in this range.`];
}

function item({title, detail, command, part}: Problem): HTMLElement {
  const link = html("a", {href: `#${part}`}, "Show");
  onPlainClick(link, () => {
    unfold([{part}]);
    document.getElementById(part)?.scrollIntoView({block: "start"});
  });
  return html("li", {}, html("p", {}, html("strong", {}, title), ` ${detail} `, link), copyable(command, "Command"));
}

/** Opens the parts of the page that have a problem. */
export function unfold(problems: Iterable<Pick<Problem, "part">>): void {
  for (const {part} of problems) document.getElementById(part)?.setAttribute("open", "");
}

/** A note on the hours that the snapshot leaves out of `quality_1h`; `parts` are rows of `snapshot_parts`. */
export function sinceNote({
  parts = []
}: {
  parts?: readonly {name: string; whole: boolean; since: Instant | null}[];
}): string {
  const part = parts.find(({name, whole}) => name === "quality_1h" && !whole);
  return part === undefined ? "" : `Hours before ${formatUtc(part.since, "minute")} are only in the store.`;
}

/** The parts of the page in a line each, for as long as they are folded. */
export function partNotes({totals, classes, loads, nulls, faults, fields}: PartRows): Record<string, string> {
  const all = [...classes];
  const [fresh, closed] = [sum(all, "fresh"), sum(all, "closed")];
  const trading = ["fresh", "stale", "quiet", "silent", "missing"].reduce((total, state) => total + sum(all, state), 0);
  const odd = [...nulls].filter(({share}) => toNumber(share) > 0 && toNumber(share) < 1).length;
  const [last, ...others] = loads;
  const reasons = new Set(Array.from(faults, ({kind, reason}) => `${kind} ${reason}`)).size;
  const changes = [...fields].length;
  return {
    freshness: `${formatCount(fresh)} of ${formatCount(trading)} feeds with an open market are fresh${closed ? `, ${formatCount(closed)} closed` : ""}`,
    gaps: toNumber(totals.gaps) > 0 ? `${formatCount(totals.gaps)}, the longest ${formatAge(totals.longest)}` : "none",
    nulls: odd === 0 ? "no column is null only sometimes" : `${formatCount(odd)} columns of feeds are sometimes null`,
    rejected: `${reasons === 0 ? "no value rejected or nulled" : `${formatCount(reasons)} reasons`}, ${formatCount(changes)} ${changes === 1 ? "change" : "changes"} of fields`,
    loads: last === undefined ? "none" : `${formatCount(others.length + 1)}, the last one is ${last.status}`
  };
}

interface PartRows extends QualityRows {
  nulls: Iterable<Row>;
  faults: Iterable<Row & {kind: string; reason: string}>;
}

function sum(rows: readonly Row[], name: string): number {
  return rows.reduce((total, row) => total + (toNumber(row[name]) || 0), 0);
}

import type {Row} from "../../duckdb/values/rows.js";
import {
  type Figures,
  formatAge,
  formatCount,
  formatPercent,
  formatUtc,
  type Instant,
  type Quantity,
  toNumber
} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {statRow} from "../../ui/elements/stats.js";

/**
 * Completeness and freshness of the feeds found by a search, as key figures under a line with their number. The rows are those of
 * `quality_summary` and `freshness_by_class`.
 */
export function qualityFigures(
  row: Figures = {},
  classes: Iterable<Row> = [],
  {search = ""}: {search?: string} = {}
): HTMLElement {
  const {share, received, expected, asked, hours, gaps, longest, rejected, coercions} = row;
  const total = (name: "feeds" | "fresh" | "stale" | "quiet" | "unknown"): number =>
    [...classes].reduce((sum, one) => sum + toNumber(one[name]), 0);
  const [stale, trading] = [total("stale"), total("fresh") + total("stale") + total("quiet")];
  const updates = `${formatCount(received)} of ${formatCount(expected)} requested updates`;
  const warned = (count: Quantity) => (toNumber(count) > 0 ? "warn" : undefined);
  const figures = statRow([
    {
      label: "Complete",
      value: formatPercent(share),
      detail: `${updates}; ${formatCount(asked)} of ${formatCount(hours)} hours of all feeds had requests`
    },
    {label: "Gaps", value: formatCount(gaps), detail: longestOf(gaps, longest), tone: warned(gaps)},
    {
      label: "Stale now",
      value: trading === 0 && total("unknown") > 0 ? "–" : formatCount(stale),
      detail: `of ${formatCount(trading)} feeds with an open market and a known age`,
      tone: warned(stale)
    },
    {
      label: "Rejected",
      value: formatCount(rejected),
      detail: "entries with a readable feed id",
      tone: warned(rejected)
    },
    {
      label: "Nulled",
      value: formatCount(coercions),
      detail: "values that do not fit their column’s type",
      tone: warned(coercions)
    }
  ]);
  return html("div", {}, html("p", {}, matchCount(total("feeds"), search)), figures);
}

function longestOf(gaps: Quantity, longest: Quantity): string {
  if (Number.isNaN(toNumber(gaps))) return "unknown: a feed needs two updates";
  return toNumber(gaps) > 0 ? `longest gap ${formatAge(longest)}` : "none over 1.5 steps";
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

function matchCount(count: number, search: string): string {
  if (search.trim() === "") return `All ${formatCount(count)} feeds:`;
  if (count === 0) return "No feed found.";
  return count === 1 ? "1 feed found:" : `${formatCount(count)} feeds found:`;
}

import {
  formatAge,
  formatCount,
  formatPercent,
  formatUtc,
  type Instant,
  type Quantity,
  toNumber
} from "../../lib/format.js";
import {html} from "../parts/dom.js";
import {statRow} from "../parts/stats.js";
import type {ClassRow} from "./feeds.js";

/** How complete feeds were over a time, as `quality_summary` gives it. */
export interface QualitySummary {
  expected?: Quantity;
  received?: Quantity;
  /** Fraction. */
  share?: Quantity;
  /** Hours of feeds: with something asked for, and in all. */
  asked?: Quantity;
  hours?: Quantity;
  gaps?: Quantity;
  /** Seconds. */
  longest?: Quantity;
  rejected?: Quantity;
  coercions?: Quantity;
}

/** How complete and fresh the feeds are that a search found, as key figures under a line that counts them. */
export function qualityFigures(
  row: QualitySummary = {},
  classes: Iterable<ClassRow> = [],
  {search = ""}: {search?: string} = {}
): HTMLElement {
  const {share, received, expected, asked, hours, gaps, longest, rejected, coercions} = row;
  const total = (name: "feeds" | "fresh" | "stale" | "quiet" | "unknown"): number =>
    [...classes].reduce((sum, one) => sum + toNumber(one[name]), 0);
  const [stale, trading] = [total("stale"), total("fresh") + total("stale") + total("quiet")];
  const came = `${formatCount(received)} of ${formatCount(expected)} updates asked for`;
  const warned = (count: Quantity) => (toNumber(count) > 0 ? "warn" : undefined);
  const figures = statRow([
    {
      label: "Complete",
      value: formatPercent(share),
      detail: `${came}; in ${formatCount(asked)} of ${formatCount(hours)} hours of feeds`
    },
    {label: "Gaps", value: formatCount(gaps), detail: longestOf(gaps, longest), tone: warned(gaps)},
    {
      label: "Stale now",
      value: trading === 0 && total("unknown") > 0 ? "–" : formatCount(stale),
      detail: `of ${formatCount(trading)} feeds whose market is open and whose age is known`,
      tone: warned(stale)
    },
    {label: "Rejected", value: formatCount(rejected), detail: "entries whose feed can be read", tone: warned(rejected)},
    {
      label: "Nulled",
      value: formatCount(coercions),
      detail: "values of a kind that does not fit",
      tone: warned(coercions)
    }
  ]);
  return html("div", {}, html("p", {}, matchCount(total("feeds"), search)), figures);
}

function longestOf(gaps: Quantity, longest: Quantity): string {
  if (Number.isNaN(toNumber(gaps))) return "unknown: a feed needs two updates";
  return toNumber(gaps) > 0 ? `the longest ${formatAge(longest)}` : "none over 1.5 steps";
}

/** Says since when a snapshot has the quality of hours, where it does not have all; `parts` as in `snapshot_parts`. */
export function sinceNote({
  parts = []
}: {
  parts?: readonly {name: string; whole: boolean; since: Instant | null}[];
}): string {
  const part = parts.find(({name, whole}) => name === "quality_1h" && !whole);
  return part === undefined ? "" : `What was before ${formatUtc(part.since, "minute")} is in the store, not here.`;
}

/** Whose figures follow, in words: those of all feeds, or of as many as a search found. */
export function matchCount(count: number, search: string): string {
  if (search.trim() === "") return `Of all ${formatCount(count)} feeds:`;
  if (count === 0) return "No feed is found.";
  return count === 1 ? "Of the one feed found:" : `Of the ${formatCount(count)} feeds found:`;
}

import {formatAge, formatPercent, formatStep, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import {type Column, number, warned} from "../table/columns.js";
import {barCell, listTable, type SortState} from "../table/table.js";
import {feedColumn} from "./freshness.js";

/** What came of a feed and what did not, as `quality_1h` counts it; `since` and `until` are the first and the last hour with a gap. */
export interface GapRow {
  priceFeedId: number | bigint;
  symbol?: string | null;
  expected: Quantity;
  received: Quantity;
  /** As `complete_share` tells it. */
  share?: Quantity;
  missing?: Quantity;
  notAsked?: Quantity;
  gaps?: Quantity;
  longest?: Quantity;
  since?: Instant | null;
  until?: Instant | null;
  stepSeconds?: Quantity;
  staleSeconds?: Quantity;
  fewestPublishers?: Quantity;
  rejected?: Quantity;
  coercions?: Quantity;
}

/** One row per feed: which share of its updates came, and its gaps, since when. */
export function gapTable(rows: Iterable<GapRow>, state: SortState = {}): HTMLElement {
  const columns: Column<GapRow>[] = [
    feedColumn(),
    number("share", "Complete", {
      format: (share) => barCell(share, formatPercent(share, {decimals: 2}), toneOf(share))
    }),
    number("received", "Received"),
    number("expected", "Expected"),
    number("missing", "Missing", {hint: "asked for, and not in the answer", format: warned}),
    number("notAsked", "Not asked", {hint: "room for more updates in the gaps"}),
    number("gaps", "Gaps", {hint: "times without an update over 1.5 steps", format: warned}),
    number("longest", "Longest", {format: formatAge}),
    hour("since", "Since"),
    hour("until", "Until"),
    number("stepSeconds", "Step", {
      hint: "usual time between two updates",
      format: (seconds) => (Number.isNaN(seconds) ? "–" : formatStep(seconds))
    }),
    number("staleSeconds", "Oldest", {hint: "greatest age outside the closed session", format: formatAge}),
    number("fewestPublishers", "Publishers", {hint: "fewest of an update"}),
    number("rejected", "Rejected", {format: warned}),
    number("coercions", "Nulled", {hint: "values that could not take their column’s type", format: warned})
  ];
  return listTable(rows, {label: "Gaps by feed", columns, empty: "no feed found in this range", ...state});
}

function toneOf(share: number): string {
  return share >= 0.99 ? color.positive : share >= 0.9 ? color.warn : color.negative;
}

// Without the year, which the tooltip has: the table is wide enough.
function hour(name: "since" | "until", label: string): Column<GapRow> {
  return {
    ...{name, label, key: (row) => toMs(row[name])},
    cell(row) {
      const text = formatUtc(row[name], "minute");
      return html("span", {title: text}, text.length > 1 ? text.slice(5, 16) : text);
    }
  };
}

import {formatAge, formatCount, formatPercent, formatStep, formatUtc, type Quantity} from "../../lib/format.js";
import {type Instant, toMs, toNumber} from "../../lib/instant.js";
import {html} from "../parts/dom.js";
import {color} from "../parts/theme.js";
import {feedColumn} from "./freshness.js";
import {barCell, type ListColumn, type ListSort, listTable} from "./list.js";

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
export function gapTable(rows: Iterable<GapRow>, sort: ListSort = {}): HTMLElement {
  const columns: ListColumn<GapRow>[] = [
    feedColumn(),
    {
      ...number("share", "Complete"),
      cell: (row) => barCell(toNumber(row.share), formatPercent(row.share, {decimals: 2}), toneOf(toNumber(row.share)))
    },
    counted("received", "Received"),
    counted("expected", "Expected"),
    counted("missing", "Missing", "asked for, and not in the answer"),
    counted("notAsked", "Not asked", "room for more updates in the gaps"),
    counted("gaps", "Gaps", "times without an update over 1.5 steps"),
    {...number("longest", "Longest"), cell: (row) => formatAge(row.longest)},
    {...time("since", "Since"), cell: (row) => hourOf(row.since)},
    {...time("until", "Until"), cell: (row) => hourOf(row.until)},
    {...number("stepSeconds", "Step", "usual time between two updates"), cell: (row) => step(row.stepSeconds)},
    {
      ...number("staleSeconds", "Oldest", "greatest age outside the closed session"),
      cell: (row) => formatAge(row.staleSeconds)
    },
    {
      ...number("fewestPublishers", "Publishers", "fewest of an update"),
      cell: (row) => formatCount(row.fewestPublishers)
    },
    counted("rejected", "Rejected"),
    counted("coercions", "Nulled", "values that could not take their column’s type")
  ];
  return listTable(rows, {caption: "Gaps by feed", columns, empty: "no feed found in this range", ...sort});
}

function toneOf(share: number): string {
  return share >= 0.99 ? color.positive : share >= 0.9 ? color.warn : color.negative;
}

const loud = new Set(["missing", "gaps", "rejected", "coercions"]);

function counted(name: keyof GapRow & string, label: string, hint?: string): ListColumn<GapRow> {
  const cell = (row: GapRow) => {
    const count = toNumber(row[name]);
    return html("span", {"data-tone": loud.has(name) && count > 0 ? "warn" : null}, formatCount(count));
  };
  return {...number(name, label, hint), cell};
}

function number(name: keyof GapRow & string, label: string, hint?: string): Omit<ListColumn<GapRow>, "cell"> {
  return {name, label, numeric: true, key: (row) => toNumber(row[name]), ...(hint === undefined ? {} : {hint})};
}

function time(name: "since" | "until", label: string): Omit<ListColumn<GapRow>, "cell"> {
  return {name, label, key: (row) => toMs(row[name])};
}

// Without the year, which the tooltip has: the table is wide enough.
function hourOf(instant: Instant | null | undefined): HTMLElement {
  const text = formatUtc(instant, "minute");
  return html("span", {title: text}, text.length > 1 ? text.slice(5, 16) : text);
}

function step(seconds: Quantity): string {
  return Number.isNaN(toNumber(seconds)) ? "–" : formatStep(toNumber(seconds));
}

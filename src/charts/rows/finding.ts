import type {Row} from "../../duckdb/values/rows.js";
import {formatCount, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";

/** Options of {@link finding}. */
export interface FindingOptions {
  /** Column that counts what the finding rests on, such as `gaps` or `returns`. */
  count: string;
  /** How many of them it needs; with fewer it says so, and nothing else. */
  least: number;
  /** The finding in words, made of the row: one text, or sentences. */
  text: (row: Readonly<Row>) => string | readonly string[];
}

/**
 * A finding as a sentence that is made of the row of a query: `finding(summary[0], {count: "gaps", least: 5, text:
 * ({gapBps}) => …})`. So it stays true when the data change. Without a row, or of too little data, it says that.
 * @throws an error where the row has no such column to count
 */
export function finding(row: Readonly<Row> | null | undefined, {count, least, text}: FindingOptions): HTMLElement {
  if (row && !(count in row))
    throw new Error(`finding: no column ${count} to count; the row has ${Object.keys(row).join(", ")}`);
  const held = toNumber(row?.[count]) || 0;
  if (row && held >= least) {
    const sentences = [text(row)].flat().join(" ");
    const unbroken = sentences.replace(/(\d) (?=(?:%|bps|[dhs]|min)(?!\w))/g, "$1\u00a0"); // no line ends before a unit
    return html("div", {class: "fb-finding"}, unbroken);
  }
  const said = `Too little data for a finding: it needs ${formatCount(least)} ${wordsOf(count)}, and has ${formatCount(held)}.`;
  return html("div", {class: "fb-finding", "data-thin": ""}, said);
}

function wordsOf(column: string): string {
  return column.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

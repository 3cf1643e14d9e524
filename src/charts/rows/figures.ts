import type {Row} from "../../duckdb/values/rows.js";
import {formatCount, toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {type Stat, statRow} from "../../ui/elements/stats.js";
import {cellOfValue, type Format, writerOf} from "./formats.js";

/** A figure: its value, how a number is written, a smaller line below, and a tone. */
export interface Figure extends Omit<Stat, "label" | "value"> {
  value: unknown;
  format?: Format;
}

/** Key figures in a row that wraps: of `{label: value}`, of `{label: {value, format, …}}`, or of a row of a query. */
export function figures(values: Readonly<Record<string, unknown>> | null | undefined): HTMLElement {
  if (Array.isArray(values)) throw new Error("figures takes one row, not a list: write figures(rows[0])");
  return statRow(
    Object.entries(values ?? {}).map(([label, given]) => {
      const {value, format, ...rest} = isFigure(given) ? given : {value: given};
      return {label, ...rest, value: cellOfValue(value, writerOf("figures", format, label).value, label)};
    })
  );
}

function isFigure(value: unknown): value is Figure {
  return typeof value === "object" && value !== null && !(value instanceof Node) && "value" in value;
}

/** Options of {@link finding}. */
export interface FindingOptions {
  /** Column that counts what the finding rests on, such as `gaps` or `returns`. */
  count: string;
  /** How many of them it needs; with fewer it says so, and nothing else. */
  least: number;
  /** The finding in words, made of the row: one text, or sentences. */
  text: (row: Readonly<Row>) => string | readonly string[];
}

/** A sentence that `text` makes of a row, if there is enough data for it. @throws without a column `count` */
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

import {type Stat, statRow} from "../../ui/elements/stats.js";
import {cellOfValue, type Format, writerOf} from "./formats.js";

/** A figure: its value, how a number is written, a smaller line below, and a tone. */
export interface Figure extends Omit<Stat, "label" | "value"> {
  value: unknown;
  format?: Format;
}

/**
 * Key figures in a row that wraps, by their labels: `figures({Last: 80639.5, Change: {value: 0.012, format: "percent", tone:
 * "positive"}})`, or a row of a query: `figures(rows[0])`. A missing value is `–`, as are all without a row.
 */
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

import {max} from "d3-array";
import {toNumber} from "../../format/format.js";
import {html} from "../../ui/elements/dom.js";
import {toneOf} from "../../ui/elements/stats.js";
import type {Column} from "../../ui/tables/columns.js";

/** A column of figures, whose texts stand below each other at their decimal points. */
export interface Figure<Row> extends Column<Row> {
  text: (row: Row) => string;
  /** The attributes of its cell: its tone, and all digits to read and to copy. */
  looks: (row: Row) => Record<string, string | null>;
}

/**
 * Options of {@link figure}. Rows are sorted by `key`, by default the number of the column's name; `exact` is the text with all
 * digits. The tone `change` colours rises and falls.
 */
interface FigureOptions<Row> {
  hint: string;
  key?: (row: Row) => number;
  text: (row: Row) => string;
  tone?: "change" | ((row: Row) => string | null);
  exact?: (row: Row) => string;
}

/** A column of figures. */
export function figure<Row extends object>(
  name: string,
  label: string,
  {hint, key = (row) => toNumber(row[name as keyof Row]), text, tone = () => null, exact = text}: FigureOptions<Row>
): Figure<Row> {
  // A text that reads as zero has no tone.
  const changeTone = (row: Row): string | null => (/[1-9]/.test(text(row)) ? (toneOf(key(row)) ?? null) : null);
  const toned = tone === "change" ? changeTone : tone;
  const looks = (row: Row) => {
    const all = exact(row) === text(row) ? null : exact(row);
    return {"data-tone": toned(row), "data-exact": all, title: all};
  };
  const cell = (row: Row): HTMLElement => html("span", looks(row), text(row));
  return {...{name, label, hint, numeric: true, key, cell}, text, looks};
}

/**
 * The columns for rows that stand below each other: figures are padded behind their decimals, which only the eye sees. `widths` has
 * the number of characters that each column of figures takes.
 */
export function aligned<Row>(
  columns: readonly (Column<Row> | Figure<Row>)[],
  rows: readonly Row[]
): {columns: Column<Row>[]; widths: Record<string, number>} {
  const widths: Record<string, number> = {};
  const padded = columns.map((column) => {
    if (!("text" in column)) return column;
    const texts = rows.map(column.text);
    const decimals = max(texts, decimalsOf) ?? 0;
    const padOf = (text: string): string => {
      const own = decimalsOf(text);
      return `${own === 0 && decimals > 0 ? "." : ""}${"0".repeat(decimals - own)}`;
    };
    const longest = max(texts, (text) => text.length + padOf(text).length) ?? 0;
    widths[column.name] = Math.max(column.label.length + 1, longest);
    const cell = (row: Row): HTMLElement => {
      const text = column.text(row);
      return html("span", {...column.looks(row), "data-pad": padOf(text) || null}, text);
    };
    return {...column, cell};
  });
  return {columns: padded, widths};
}

function decimalsOf(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

import {max, transpose} from "d3-array";
import stringWidth from "string-width";
import {shorten} from "../config/size.js";
import type {SnapshotPart} from "../snapshot/parts.js";
import type {QueryResult} from "../store/database/query.js";
import type {Host} from "./host.js";

/** Writes a line of a command's result to standard output; notes and progress go to standard error. */
export function print({stdout}: Pick<Host, "stdout">, text: string): void {
  stdout.write(`${text}\n`);
}

/** Writes a value as JSON to standard output. */
export function printJson(host: Pick<Host, "stdout">, value: unknown): void {
  print(host, JSON.stringify(value, null, 2));
}

/** Writes the result of a command: as JSON under --json, else as text unless --quiet. */
export function printResult(
  context: Pick<Host, "stdout"> & {json: boolean; quiet: boolean},
  value: unknown,
  text: () => string
): void {
  if (context.json) printJson(context, value);
  else if (!context.quiet) print(context, text());
}

/** The width of the terminal, in characters. */
export function terminalWidth({env, stdout}: Pick<Host, "env" | "stdout">): number {
  return Number(env.COLUMNS) || stdout.columns || 120;
}

/** A result as a text table: numbers to the right, control characters shown, long text shortened. */
export function textTable({columns, rows}: QueryResult): string {
  const cells = columns.map(({name}, i) => {
    const texts = [name, ...rows.map((row) => cellText(row[i]))];
    const widths = texts.map((text) => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text))); // slower, so only for other texts
    const widest = max(widths) ?? 0;
    const right = rows.some((row) => typeof row[i] === "number");
    return texts.map((text, at) => {
      const space = " ".repeat(widest - (widths[at] ?? 0));
      return right ? space + text : text + space;
    });
  });
  return transpose(cells)
    .map((line) => line.join("  ").trimEnd())
    .join("\n");
}

/** Records as a result, with the columns of the first. */
export function resultOf(records: readonly Readonly<Record<string, unknown>>[]): QueryResult {
  const names = Object.keys(records[0] ?? {});
  return {
    columns: names.map((name) => ({name, type: "VARCHAR"})),
    rows: records.map((record) => names.map((name) => record[name]))
  };
}

/**
 * Records as a text table of at most `width` characters: `cut` shortens one column, but not below `least` characters.
 */
export function fittedTable(
  records: readonly Readonly<Record<string, unknown>>[],
  column: string,
  {width, least = 16, cut = shorten}: {width: number; least?: number; cut?: (text: string, most: number) => string}
): string {
  const others = textTable(resultOf(records.map((record) => ({...record, [column]: ""})))).split("\n");
  const room = Math.max(least, width - (max(others, ({length}) => length) ?? 0) + column.length);
  const texts = records.map((record) => safeText(String(record[column] ?? "")));
  return textTable(resultOf(records.map((record, i) => ({...record, [column]: cut(texts[i] ?? "", room)}))));
}

/** Text from the service, safe for a terminal: control characters cannot move the cursor or change colours. */
export function safeText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`
  );
}

/** The same for text with lines and tabs, such as notes, errors and the output of a build. */
export function safeLines(text: string): string {
  return text.replace(/[^\n\t]+/g, safeText);
}

/** The first ten of some names, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : "";
  return names.slice(0, 10).join(", ") + more;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = safeText(typeof value === "object" ? JSON.stringify(value) : String(value));
  return shorten(text, 100);
}

/** How much of the store's rows a table of the snapshot has: all of them, those since some time, or none. */
export function heldText({rows, storedRows, whole, since}: SnapshotPart): string {
  if (whole) return "all";
  return since === null ? `${rows} of ${storedRows}` : `since ${since.slice(0, 16)}Z (${rows} of ${storedRows})`;
}

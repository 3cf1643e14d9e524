import {nearest} from "../../format/nearest.js";

/** An error of DuckDB about a query: the message without its excerpt, and the place in the query. */
interface Wrong {
  message: string;
  /** The wrong line with a caret under the place; empty if DuckDB names none. */
  excerpt: string;
  /** Offset in the query; null if DuckDB names no place, or one that is not in this text. */
  offset: number | null;
  /** The nearest existing name. */
  meant: string | null;
}

/** Reads an error of DuckDB about a query, and keeps only names that are near the wrong one. */
export function readWrong(text: string, sql: string): Wrong {
  const [, error = text, number, line = "", caret = ""] = /^([\s\S]*?)\n+LINE (\d+): (.*)\n( *\^)\s*$/.exec(text) ?? [];
  const {message, meant} = readHint(error.trim());
  const column = caret.length - 1 - `LINE ${number}: `.length;
  const offset = number === undefined ? null : offsetOf(sql, Number(number), {line, column});
  const excerpt = offset === null ? "" : `${line}\n${" ".repeat(Math.max(0, column))}^`;
  return {message, excerpt, offset, meant};
}

// DuckDB proposes names that have little in common with the missing one, such as getenv for gap. Its columns are listed all the
// same, as the tables of the query have them.
function readHint(error: string): {message: string; meant: string | null} {
  const [hint = "", kind, names = ""] = /\n+(Did you mean|Candidate bindings:)[ :]*(".*")\??/.exec(error) ?? [];
  if (hint === "") return {message: error, meant: null};
  const proposed = Array.from(names.matchAll(/"([^"]+)"/g), ([, name = ""]) => name.split(".").at(-1) ?? name);
  const meant = nearest(wrongName(error), proposed);
  const others = kind === "Did you mean" ? "" : `\nSome columns that there are: ${proposed.join(", ")}`;
  return {message: error.replace(hint, () => (meant === null ? others : `\nDid you mean "${meant}"?`)), meant};
}

const missing = [/(?:with name|column|macro|type) "?(\w+)"? (?:does not exist|not found)/i, /column named "(\w+)"/i];

function wrongName(error: string): string {
  return missing.map((form) => form.exec(error)?.[1]).find((name) => name !== undefined) ?? "";
}

// DuckDB cuts a long line, and marks each cut by dots.
function offsetOf(sql: string, number: number, {line, column}: {line: string; column: number}): number | null {
  const lines = sql.split("\n");
  const cut = line.startsWith("...") ? 3 : 0;
  const at = lines[number - 1]?.indexOf(line.slice(cut).replace(/\.\.\.$/, "")) ?? -1;
  if (at < 0 || column < 0) return null;
  const start = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(sql.length, start + at + column - cut);
}

/** The query with the wrong name replaced by the nearest one; null if that name is not at its place. */
export function mended(sql: string, {message, offset, meant}: Wrong): string | null {
  if (offset === null || meant === null) return null;
  const [found = "", table = "", word = ""] = /^((?:"?\w+"?\.)*)("?\w+"?)/.exec(sql.slice(offset)) ?? [];
  if (word === "" || word.replaceAll('"', "") !== wrongName(message)) return null;
  return `${sql.slice(0, offset)}${table}${meant}${sql.slice(offset + found.length)}`;
}

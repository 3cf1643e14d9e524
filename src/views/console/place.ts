import {nearest} from "../../format/nearest.js";

/** What DuckDB says is wrong with a query: the message without its excerpt, the place in the text, and what it may mean. */
export interface Wrong {
  message: string;
  /** The line that is wrong with a caret under the place; empty if DuckDB names none. */
  excerpt: string;
  /** Offset in the query; null if DuckDB names no place, or one that is not in this text. */
  offset: number | null;
  /** The name that is nearest to the one that there is not. */
  meant: string | null;
}

/** Reads an error of DuckDB about a query. Of the names that DuckDB proposes it keeps those that are really near. */
export function readWrong(told: string, sql: string): Wrong {
  const [, said = told, count, line = "", caret = ""] = /^([\s\S]*?)\n+LINE (\d+): (.*)\n( *\^)\s*$/.exec(told) ?? [];
  const {message, meant} = readHint(said.trim());
  const prefix = `LINE ${count}: `.length;
  const column = caret.length - 1 - prefix;
  const offset = count === undefined ? null : offsetOf(sql, Number(count), {line, column});
  const excerpt = offset === null ? "" : `${line}\n${" ".repeat(Math.max(0, column))}^`;
  return {message, excerpt, offset, meant};
}

// DuckDB proposes names that have little in common with the one that there is not, such as getenv for gap. Columns are told
// all the same, as they are what the tables of the query have.
function readHint(said: string): {message: string; meant: string | null} {
  const [hint = "", kind, names = ""] = /\n+(Did you mean|Candidate bindings:)[ :]*(".*")\??/.exec(said) ?? [];
  if (hint === "") return {message: said, meant: null};
  const proposed = Array.from(names.matchAll(/"([^"]+)"/g), ([, name = ""]) => name.split(".").at(-1) ?? name);
  const meant = nearest(wrongName(said), proposed);
  const others = kind === "Did you mean" ? "" : `\nSome columns that there are: ${proposed.join(", ")}`;
  return {message: said.replace(hint, () => (meant === null ? others : `\nDid you mean "${meant}"?`)), meant};
}

const missing = [/(?:with name|column|macro|type) "?(\w+)"? (?:does not exist|not found)/i, /column named "(\w+)"/i];

function wrongName(said: string): string {
  return missing.map((form) => form.exec(said)?.[1]).find((name) => name !== undefined) ?? "";
}

// Of a long line DuckDB shows a part between dots.
function offsetOf(sql: string, count: number, {line, column}: {line: string; column: number}): number | null {
  const lines = sql.split("\n");
  const whole = lines[count - 1];
  if (whole === undefined || column < 0) return null;
  const isCut = line.startsWith("...");
  const shown = line.slice(isCut ? 3 : 0).replace(/\.\.\.$/, "");
  const at = whole.indexOf(shown);
  if (at < 0) return null;
  const start = lines.slice(0, count - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(sql.length, start + at + column - (isCut ? 3 : 0));
}

/** The text with the wrong name replaced by the one it may mean; null if it is not at its place. */
export function mended(sql: string, {message, offset, meant}: Wrong): string | null {
  if (offset === null || meant === null) return null;
  const [found = "", table = "", word = ""] = /^((?:"?\w+"?\.)*)("?\w+"?)/.exec(sql.slice(offset)) ?? [];
  if (word === "" || word.replaceAll('"', "") !== wrongName(message)) return null;
  return `${sql.slice(0, offset)}${table}${meant}${sql.slice(offset + found.length)}`;
}

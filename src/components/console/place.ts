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

/** Reads an error of DuckDB about a query. */
export function readWrong(message: string, sql: string): Wrong {
  const [, before = message, count, line = "", caret = ""] =
    /^([\s\S]*?)\n+LINE (\d+): (.*)\n( *\^)\s*$/.exec(message) ?? [];
  const [, quoted, bound] = /Did you mean "([^"]+)"|Candidate bindings: "([^"]+)"/.exec(before) ?? [];
  const meant = (quoted ?? bound)?.split(".").at(-1) ?? null;
  if (count === undefined) return {message, excerpt: "", offset: null, meant};
  const prefix = `LINE ${count}: `.length;
  const column = caret.length - 1 - prefix;
  const excerpt = `${line}\n${" ".repeat(Math.max(0, column))}^`;
  return {message: before.trim(), excerpt, offset: offsetOf(sql, Number(count), {line, column}), meant};
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
  const [, wrong] = /(?:with name|column|macro|type) "?(\w+)"? (?:does not exist|not found)/i.exec(message) ?? [];
  const [word] = /^"?\w+"?/.exec(sql.slice(offset)) ?? [];
  const isIt = word !== undefined && word.replaceAll('"', "") === wrong;
  return isIt ? `${sql.slice(0, offset)}${meant}${sql.slice(offset + word.length)}` : null;
}

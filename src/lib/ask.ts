import {connectSnapshot} from "../engine/snapshot.js";
import {warmUp} from "../engine/warm.js";
import {readConsole, statementOf} from "./console.js";
import type {Row} from "./rows.js";
import {QueryError, sql} from "./sql.js";

/** What a statement of the reader gave. */
export interface Result {
  rows: Row[];
  /** Its columns with DuckDB's names of their types; without types where DuckDB cannot describe the statement. */
  columns: {name: string; type: string}[];
  /** Whether there are more rows than these. */
  isCut: boolean;
  /** How long DuckDB took, without its own start. */
  ms: number;
}

/** What ends a statement early: a text that says why. */
export type Stop = Promise<string>;

/** How many rows a result has at most. */
export const mostRows = 100_000;

/**
 * Runs a statement that the reader wrote, in the sealed engine of this site. @throws QueryError with DuckDB's message, or
 * the reason why it was stopped
 */
export async function ask(text: string, stop: Stop = new Promise(() => {})): Promise<Result> {
  const statement = statementOf(text);
  if (statement === "") throw new QueryError("no query: write one, such as FROM feeds");
  refuse(statement);
  let reason: string | undefined;
  void stop.then((given) => {
    reason = given;
  });
  const run = (query: string) => sql.until(stop)(Object.assign([query], {raw: [query]}));
  try {
    const described = await run(`DESCRIBE ${statement}`).catch(() => null);
    if (reason !== undefined) throw new QueryError(reason);
    const columns = described?.map(({column_name: name, column_type: type}) => ({
      name: String(name),
      type: String(type)
    }));
    const startedAt = performance.now();
    // The query in brackets has the same rows in the same order. What DuckDB cannot describe it cannot limit either.
    const rows =
      columns === undefined ? await run(statement) : await run(`FROM (${statement}\n) LIMIT ${mostRows + 1}`);
    const ms = performance.now() - startedAt;
    const kept = rows.length > mostRows ? rows.slice(0, mostRows) : rows;
    const names = Object.keys(rows[0] ?? {});
    return {rows: kept, columns: columns ?? names.map((name) => ({name, type: ""})), isCut: kept !== rows, ms};
  } catch (error) {
    if (reason !== undefined) throw new QueryError(reason);
    throw error;
  }
}

/** A statement is stopped when the engine has had so much time for it, in ms, not counting its own start. */
export async function limitOf(ms: number): Promise<string> {
  await connectSnapshot().catch(() => {}); // the statement itself says why it failed
  await new Promise((resolve) => setTimeout(resolve, ms));
  return `stopped after ${ms / 1000} s, as a link runs no longer by itself: press Run to let it take its time`;
}

/** Starts the engine: at once where the address has a query to run, else as soon as the browser is idle. */
export function prepare(): void {
  if (readConsole(location.hash) === null) warmUp();
  else void connectSnapshot().catch(() => {}); // the query says why
}

/** The functions of the engine, without operators and what belongs to the site's data: name, parameters, meaning. */
export async function engineFunctions(): Promise<{name: string; parameters: string; meaning: string}[]> {
  const rows = await sql`
    SELECT
      function_name AS name,
      arg_min(array_to_string(parameters, ', '), len(parameters)) AS parameters,
      coalesce(any_value(description), '') AS meaning
    FROM duckdb_functions()
    WHERE database_name <> 'feeds' AND function_type <> 'pragma' AND regexp_matches(function_name, '^[a-z][a-z0-9]*(_[a-z0-9]+)*$')
    GROUP BY ALL
    ORDER BY name`;
  return rows.map(({name, parameters, meaning}) => ({
    ...{name: String(name), parameters: String(parameters ?? ""), meaning: String(meaning)}
  }));
}

// DuckDB-Wasm answers INSTALL with nothing at all, as if it had done it.
function refuse(statement: string): void {
  if (!/^\s*(?:--.*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:FORCE\s+)?INSTALL\b/i.test(statement)) return;
  throw new QueryError(
    "a page installs no extension: list it in site.extensions of feedbook.config.ts, and build the site again"
  );
}

import {messageOf} from "../../format/format.js";
import {readConsole} from "../../url/console.js";
import {connectSnapshot, warmUp} from "../snapshot.js";
import type {Row} from "../values/rows.js";
import {QueryError, sql} from "./sql.js";
import {readStatement, type Statement} from "./statement.js";

/** The result of a reader's statement. */
export interface Result {
  rows: Row[];
  /** The columns with DuckDB's names of their types, which EXPLAIN lacks. */
  columns: {name: string; type: string}[];
  isCut: boolean;
  ms: number;
}

/** Ends a statement early, with the reason. */
export type Stop = Promise<string>;

/** How many rows a result has at most. */
export const mostRows = 100_000;

/** Runs a statement that the reader wrote. @throws QueryError with the reason, or with what to write instead */
export async function ask(written: string, stop: Stop = new Promise(() => {})): Promise<Result> {
  let reason: string | undefined;
  void stop.then((given) => {
    reason = given;
  });
  const tag = sql.until(stop, null); // without a name, as the reader sees the query
  try {
    return await answer(readStatement(written), (query) => tag([query]));
  } catch (error) {
    throw new QueryError(reason ?? messageOf(error));
  }
}

type Run = (query: string) => Promise<Row[]>;

// A query in brackets has the same rows in the same order, and DuckDB can describe and limit it, whatever it is.
async function answer({text, isExplain}: Statement, run: Run): Promise<Result> {
  if (isExplain) {
    const {rows, ms} = await timed(() => run(text));
    return {rows, columns: Object.keys(rows[0] ?? {}).map((name) => ({name, type: ""})), isCut: false, ms};
  }
  const query = `FROM (\n${text}\n)`;
  const described = await run(`DESCRIBE ${query}`).catch((error) => refused(error, text, run));
  const {rows, ms} = await timed(() => run(`${query} LIMIT ${mostRows + 1}`)).catch((error) => {
    throw placed(error);
  });
  const columns = described.map(({column_name: name, column_type: type}) => ({name: String(name), type: String(type)}));
  return {rows: rows.slice(0, mostRows), columns, isCut: rows.length > mostRows, ms};
}

async function timed(run: () => Promise<Row[]>): Promise<{rows: Row[]; ms: number}> {
  const startedAt = performance.now();
  const rows = await run();
  return {rows, ms: performance.now() - startedAt};
}

// DuckDB's error about the statement without the brackets. EXPLAIN does not run it.
async function refused(error: unknown, text: string, run: Run): Promise<never> {
  await run(`EXPLAIN\n${text}`).catch((own) => {
    throw placed(own);
  });
  throw placed(error);
}

// The statement begins on the second line of the query.
function placed(error: unknown): Error {
  const above = (_: string, line: string, excerpt: string, spaces: string) => {
    const number = String(Number(line) - 1);
    return `LINE ${number}: ${excerpt}\n${spaces.slice(line.length - number.length)}^`;
  };
  return new Error(messageOf(error).replace(/^LINE (\d+): (.*)\n( *)\^/m, above));
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

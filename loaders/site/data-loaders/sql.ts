import {readFile} from "node:fs/promises";
import {dirname, extname, join} from "node:path";
import {messageOf} from "../../config/errors.js";
import {openSnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {inOwnFolder} from "../../store/database/files.js";
import {toRecords} from "../../store/database/query.js";
import {answerBlocks, parseBlocks} from "../answers/blocks.js";
import {type Made, openingParameters} from "../answers/rules.js";
import {parseSqlFile, type SqlFile, type Statement} from "../answers/statements.js";

/** Values of the parameters of a route: `[feed].json.sql` is run with `--feed=1`. */
export type Parameters = Readonly<Record<string, string>>;

/** A `.sql` loader that runs: its path, the parameters of its route, and the temporary file that DuckDB may write. */
interface Running {
  snapshot: Snapshot;
  path: string;
  parameters: Parameters;
  file: string;
}

/**
 * Runs a `.sql` loader on a snapshot. The extension before `.sql` is the format; named statements are an object in
 * `.json`, and tables in `.duckdb`. @throws an error that starts with file and line
 */
export function runSqlFile(
  path: string,
  snapshotPath: string,
  {parameters = {}}: {parameters?: Parameters} = {}
): Promise<string | Uint8Array> {
  return inOwnFolder(async (folder) => {
    const file = join(folder, "result");
    const snapshot = await openSnapshot(snapshotPath, {file});
    try {
      const loader = parseSqlFile(await readFile(path, "utf8"));
      if (loader.statements.length === 0) throw new SyntaxError("no statement");
      return await runAs(extname(path.slice(0, -".sql".length)), loader, {snapshot, path, parameters, file});
    } catch (error) {
      throw located(path, error);
    } finally {
      snapshot.close();
    }
  });
}

async function runAs(format: string, loader: SqlFile, running: Running): Promise<string | Uint8Array> {
  const {snapshot, parameters, file} = running;
  switch (format) {
    case ".json":
      return JSON.stringify(await rowsOf(loader, running));
    case ".csv":
    case ".arrow":
    case ".parquet": {
      const {sql, line} = only(loader);
      const kind = format === ".csv" ? "csv" : format === ".arrow" ? "arrow" : "parquet";
      await atLine(line, async () => snapshot.toFile(file, kind, sql, await bound(snapshot, sql, parameters)));
      return readFile(file);
    }
    case ".duckdb": {
      const queries = [];
      for (const {name, sql, line} of loader.statements) {
        const values = await atLine(line, () => bound(snapshot, sql, parameters));
        queries.push({name: name ?? "result", sql, parameters: values});
      }
      await snapshot.toDuckdb(file, queries);
      return readFile(file);
    }
    default:
      throw new SyntaxError(
        `invalid format: ${format || "none"}: use .json, .csv, .arrow, .parquet, .duckdb before .sql`
      );
  }
}

function only({statements}: SqlFile): Statement {
  const [first, second] = statements;
  if (first === undefined || first.name !== null || second !== undefined)
    throw new SyntaxError(
      "several or named statements: this format takes one without a name; use .json.sql or .duckdb.sql"
    );
  return first;
}

async function rowsOf(loader: SqlFile, running: Running): Promise<unknown> {
  const {statements, answers} = loader;
  if (statements[0]?.name === null) return run(only(loader), running);
  const results: Record<string, Record<string, unknown>[]> = {};
  for (const statement of statements) results[String(statement.name)] = await run(statement, running);
  if (answers === null) return results;
  const page = join(dirname(running.path), answers);
  const blocks = parseBlocks(await readFile(page, "utf8"));
  const pick = {...openingParameters(results as Partial<Made>)};
  const found = await answerBlocks(running.snapshot, blocks, pick).catch((error: unknown) => {
    throw located(page, error);
  });
  return {...results, answers: found};
}

async function run({sql, line}: Statement, {snapshot, parameters}: Running): Promise<Record<string, unknown>[]> {
  const query = async () => snapshot.query(sql, await bound(snapshot, sql, parameters), mostRows);
  return toRecords(await atLine(line, query));
}

const mostRows = 1_000_000; // as memory holds them, also as text

async function bound(
  snapshot: Snapshot,
  sql: string,
  parameters: Parameters
): Promise<Record<string, number | string>> {
  const names = await snapshot.parameters(sql);
  const missing = names.find((name) => !(name in parameters));
  if (missing !== undefined) throw new Error(missingText(missing, Object.keys(parameters)));
  return Object.fromEntries(names.map((name) => [name, typed(parameters[name] ?? "")]));
}

function missingText(missing: string, given: readonly string[]): string {
  const has = given.length === 0 ? "none" : given.map((name) => `$${name}`).join(", ");
  return `missing parameter: $${missing}: the file's name gives ${has}; [${missing}] in it gives this one`;
}

async function atLine<T>(line: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = messageOf(error);
    const text = /^\d+ statements: /.test(message) ? several : message;
    throw Object.assign(new Error(text), {line});
  }
}

const several =
  "several statements: in .json.sql and .duckdb.sql put a line -- name: top (say) before each, else give one";

// Numbers of a route are text, which DuckDB does not compare with numbers.
function typed(value: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(value) && Number.isSafeInteger(Math.trunc(Number(value))) ? Number(value) : value;
}

// An error with file and line in front: DuckDB counts lines from the start of the statement, `LINE 3: …`.
function located(path: string, error: unknown): Error {
  const message = messageOf(error);
  if (!(error instanceof Error && "line" in error && typeof error.line === "number"))
    return new Error(`${path}: ${message}`);
  const within = Number(/^LINE (\d+):/m.exec(message)?.[1] ?? 1);
  return new Error(`${path}:${error.line + within - 1}: ${message}`);
}

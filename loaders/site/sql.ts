import {readFile} from "node:fs/promises";
import {dirname, extname, join} from "node:path";
import {pathToFileURL} from "node:url";
import {parseArgs} from "node:util";
import {messageOf} from "../config/message.js";
import type {QueryResult} from "../store/query.js";
import {openSnapshot, type Snapshot} from "../store/snapshot.js";
import {answerBlocks} from "./answers.js";
import {parseBlocks} from "./blocks.js";
import {toCsv, toRecords} from "./output.js";
import {parseSqlFile, type SqlFile, type Statement} from "./statements.js";

/** Values of the parameters of a route: `[feed].json.sql` is run with `--feed=1`. */
export type Parameters = Readonly<Record<string, string>>;

/**
 * Runs a `.sql` loader on a snapshot and gives what it prints. The extension before `.sql` is the format: `.csv` and
 * `.json` of one statement are its rows; `.json` of named statements is an object of rows by name, with `answers` where
 * the file names a page. @throws an error that starts with file and line
 */
export async function runSqlFile(path: string, snapshotPath: string, parameters: Parameters = {}): Promise<string> {
  const snapshot = await openSnapshot(snapshotPath);
  try {
    const file = parseSqlFile(await readFile(path, "utf8"));
    const [first] = file.statements;
    if (first === undefined) throw new SyntaxError("no statement");
    const format = extname(path.slice(0, -".sql".length));
    if (format === ".csv" && first.name === null) return toCsv(await run(snapshot, first, parameters));
    if (format !== ".json") throw new SyntaxError(`invalid format: ${format || "none"}: use .json.sql, or .csv.sql`);
    if (first.name === null) return JSON.stringify(toRecords(await run(snapshot, first, parameters)));
    return JSON.stringify(await runNamed(snapshot, file, path, parameters));
  } catch (error) {
    throw located(path, error);
  } finally {
    snapshot.close();
  }
}

async function runNamed(
  snapshot: Snapshot,
  {statements, answers}: SqlFile,
  path: string,
  parameters: Parameters
): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  let pick: Record<string, unknown> = {};
  for (const statement of statements) {
    const rows = toRecords(await run(snapshot, statement, parameters));
    results[String(statement.name)] = rows;
    if (statement.name === "pick") pick = rows[0] ?? {};
  }
  if (answers === null) return results;
  const page = join(dirname(path), answers);
  const blocks = parseBlocks(await readFile(page, "utf8"));
  const found = await answerBlocks(snapshot, blocks, pick).catch((error: unknown) => {
    throw located(page, error);
  });
  return {...results, answers: found};
}

async function run(snapshot: Snapshot, {sql, line}: Statement, parameters: Parameters): Promise<QueryResult> {
  try {
    const names = await snapshot.parameters(sql);
    const missing = names.find((name) => !(name in parameters));
    if (missing !== undefined) throw new Error(`missing parameter: $${missing}: give --${missing}=…`);
    return await snapshot.query(sql, Object.fromEntries(names.map((name) => [name, typed(parameters[name] ?? "")])));
  } catch (error) {
    throw Object.assign(new Error(messageOf(error)), {line});
  }
}

// A route has text only; DuckDB does not compare numbers with text.
function typed(value: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(value) && Number.isSafeInteger(Math.trunc(Number(value))) ? Number(value) : value;
}

// DuckDB counts lines from the start of the statement: `LINE 3: …`.
function located(path: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${path}: ${error}`);
  if (!("line" in error) || typeof error.line !== "number") return new Error(`${path}: ${error.message}`);
  const within = Number(/^LINE (\d+):/m.exec(error.message)?.[1] ?? 1);
  return new Error(`${path}:${error.line + within - 1}: ${error.message}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));

async function main([path = "", ...args]: string[]): Promise<void> {
  const {values} = parseArgs({args, strict: false});
  const snapshotPath = process.env.FEEDBOOK_SNAPSHOT;
  try {
    if (!snapshotPath) throw new Error("missing FEEDBOOK_SNAPSHOT: run this through npm run dev or npm run build");
    const parameters = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    process.stdout.write(await runSqlFile(path, snapshotPath, parameters));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

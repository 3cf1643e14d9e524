import {readFile} from "node:fs/promises";
import {dirname, join} from "node:path";
import {
  Bool,
  type DataType,
  Float64,
  Int32,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray
} from "apache-arrow";
import {max} from "d3-array";
import {messageOf} from "../../config/errors.js";
import type {Snapshot} from "../../snapshot/snapshot.js";
import {type QueryResult, toRecords} from "../../store/database/query.js";
import {answerBlocks, parseBlocks} from "../answers/blocks.js";
import {type Opening, pageRules} from "../answers/page-rules.js";
import type {SqlFile, Statement} from "../answers/statements.js";

/** Values of the parameters of a route: `[feed].json.sql` is run with `--feed=1`. */
export type Parameters = Readonly<Record<string, string>>;

/** The site's source root, the path of a `.sql` loader, the parameters of its route, and the temporary file that DuckDB may write. */
export interface Place {
  root: string;
  path: string;
  parameters: Parameters;
  file: string;
}

/** Gives what a `.sql` loader prints. @throws an error with the `line` of its statement */
export type Printer = (snapshot: Snapshot, file: SqlFile, place: Place) => Promise<string | Uint8Array>;

/** What each extension before `.sql` prints. */
export const printers: Readonly<Record<string, Printer>> = {
  ".json": async (snapshot, file, place) =>
    JSON.stringify(
      file.statements[0]?.name === null
        ? toRecords(await run(snapshot, only(file), place.parameters))
        : await runNamed(snapshot, file, place)
    ),
  ".csv": async (snapshot, file, {parameters}) => toCsv(await run(snapshot, only(file), parameters)),
  ".arrow": async (snapshot, file, {parameters}) => toArrow(await run(snapshot, only(file), parameters)),
  ".parquet": async (snapshot, statements, {parameters, file}) => {
    const {sql, line} = only(statements);
    await atLine(line, async () => snapshot.toParquet(file, sql, await bound(snapshot, sql, parameters)));
    return readFile(file);
  },
  ".duckdb": async (snapshot, {statements}, {parameters, file}) => {
    const queries = [];
    for (const {name, sql, line} of statements)
      queries.push({
        name: name ?? "result",
        sql,
        parameters: await atLine(line, () => bound(snapshot, sql, parameters))
      });
    await snapshot.toDuckdb(file, queries);
    return readFile(file);
  }
};

// The one statement of a format that has no names.
function only({statements}: SqlFile): Statement {
  const [first, second] = statements;
  if (first === undefined || first.name !== null || second !== undefined)
    throw new SyntaxError(
      "several or named statements: this format takes one without a name; use .json.sql or .duckdb.sql"
    );
  return first;
}

async function runNamed(
  snapshot: Snapshot,
  {statements, answers}: SqlFile,
  {root, path, parameters}: Place
): Promise<Record<string, unknown>> {
  const results: Record<string, Opening[string]> = {};
  for (const statement of statements)
    results[String(statement.name)] = toRecords(await run(snapshot, statement, parameters));
  if (answers === null) return results;
  const page = join(dirname(path), answers);
  const source = await readFile(page, "utf8");
  const rules = await pageRules(root);
  const pick = rules.openingParameters(results);
  const found = await answerBlocks(snapshot, parseBlocks(source), pick, rules).catch((error: unknown) => {
    throw located(page, error);
  });
  return {...results, answers: found};
}

function run(snapshot: Snapshot, {sql, line}: Statement, parameters: Parameters): Promise<QueryResult> {
  return atLine(line, async () => snapshot.query(sql, await bound(snapshot, sql, parameters), mostRows));
}

// A preview holds them in memory, also as text.
const mostRows = 1_000_000;

// The values of a statement's parameters. @throws if one is missing, or the statement does not bind
async function bound(snapshot: Snapshot, sql: string, parameters: Parameters): Promise<Bound> {
  const names = await snapshot.parameters(sql);
  const missing = names.find((name) => !(name in parameters));
  if (missing !== undefined) throw new Error(missingText(missing, Object.keys(parameters)));
  return Object.fromEntries(names.map((name) => [name, typed(parameters[name] ?? "")]));
}

type Bound = Record<string, number | string>;

// The text for a missing parameter, which the file name has to give in brackets.
function missingText(missing: string, given: readonly string[]): string {
  const has = given.map((name) => `$${name}`).join(", ");
  return `missing parameter: $${missing}: ${has === "" ? "the file's name gives none" : `the file's name gives ${has}`}; [${missing}] in it gives this one`;
}

const several =
  "several statements: in .json.sql and .duckdb.sql put a line -- name: top (say) before each, else give one";

async function atLine<T>(line: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw Object.assign(new Error(toldOf(messageOf(error))), {line});
  }
}

// DuckDB's message, or advice for names of older versions.
function toldOf(message: string): string {
  if (/^\d+ statements: /.test(message)) return several;
  const gone = /Function with name "?(opening_view|resolution_of|view_start)"? does not exist/i.exec(message)?.[1];
  if (gone === undefined) return message;
  const where = /^LINE [\s\S]*/m.exec(message)?.[0] ?? "";
  return `${gone} is gone: give '24h' AS range, 'prices' AS levels in its place\n\n${where}`.trimEnd();
}

// Numbers of a route are text, which DuckDB does not compare with numbers.
function typed(value: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(value) && Number.isSafeInteger(Math.trunc(Number(value))) ? Number(value) : value;
}

/** An error with file and line in front: DuckDB counts lines from the start of the statement, `LINE 3: …`. */
export function located(path: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${path}: ${error}`);
  if (!("line" in error) || typeof error.line !== "number") return new Error(`${path}: ${error.message}`);
  const within = Number(/^LINE (\d+):/m.exec(error.message)?.[1] ?? 1);
  return new Error(`${path}:${error.line + within - 1}: ${error.message}`);
}

/**
 * The rows of a result as CSV (RFC 4180, `\n`), with a header line; null is an empty field, lists are JSON text. The times of
 * a column have equally many digits, as `exportQuery` writes them.
 */
export function toCsv({columns, rows}: QueryResult): string {
  const digits = columns.map(({type}, i) =>
    type.startsWith("TIMESTAMP") ? max(rows, (row) => digitsOf(row[i])) : null
  );
  const cells = rows.map((row) => row.map((value, i) => (digits[i] ? padded(value, digits[i]) : value)));
  const lines = [columns.map(({name}) => name), ...cells].map((row) => row.map(field).join(","));
  return `${lines.join("\n")}\n`;
}

const fraction = /(?:\.(\d+))?Z$/;

// 0, 3, 6 or 9.
function digitsOf(value: unknown): number {
  return 3 * Math.ceil((fraction.exec(String(value))?.[1]?.length ?? 0) / 3);
}

function padded(value: unknown, digits: number): unknown {
  return typeof value === "string"
    ? value.replace(fraction, (_, given = "") => `.${given.padEnd(digits, "0")}Z`)
    : value;
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text === "" || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows of a result as an Arrow file: numbers as doubles or 32 bits, timestamps in ms, lists and structs as JSON text. */
export function toArrow({columns, rows}: QueryResult): Uint8Array {
  const vectors = columns.map(({name, type}, i) => {
    const values = rows.map((row) => row[i] ?? null);
    return [name, vectorFromArray(values.map(cellOf(type)), arrowType(type))] as const;
  });
  return tableToIPC(new Table(Object.fromEntries(vectors)), "file");
}

const integers = /^U?(TINYINT|SMALLINT|INTEGER)$/;
const numbers = /^(U?BIGINT|U?HUGEINT|UINTEGER|FLOAT|DOUBLE|DECIMAL)/;

function arrowType(type: string): DataType {
  if (type === "BOOLEAN") return new Bool();
  if (integers.test(type) && type !== "UINTEGER") return new Int32();
  if (numbers.test(type)) return new Float64();
  return type.startsWith("TIMESTAMP") ? new TimestampMillisecond() : new Utf8();
}

function cellOf(type: string): (value: unknown) => unknown {
  if (type.startsWith("TIMESTAMP")) return (value) => (value === null ? null : Date.parse(String(value)));
  if (numbers.test(type)) return (value) => (value === null ? null : Number(value));
  return (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : value);
}

import type {AsyncDuckDBConnection} from "@duckdb/duckdb-wasm";
import type {Table} from "apache-arrow";
import {messageOf} from "../../format/format.js";
import {exported, oneView} from "../../url/exported.js";
import {stopEngine} from "../engine.js";
import {explain} from "../missing.js";
import {inTurn} from "../running.js";
import {connectSnapshot, snapshotUrl, warmUp} from "../snapshot.js";
import {withStandIns} from "../stand-ins.js";
import {giveTables, tablesVersion} from "../tables.js";
import {type Row, toRows} from "../values/rows.js";
import {hideRepeats} from "./errors.js";
import {type Answer, recall, remember} from "./opening.js";
import {keyOf, type Parameter} from "./parameters.js";
import {bind, inlined, keepQuery, nameOf} from "./query-text.js";

/** A query failed: its message is DuckDB's, or the reason why DuckDB could not be started. */
export class QueryError extends Error {
  override readonly name = "QueryError";
}

type Tag = (strings: TemplateStringsArray | readonly string[], ...values: unknown[]) => Promise<Row[]>;

/**
 * Runs a query on the snapshot: `` await sql`FROM feeds WHERE priceFeedId = ${id}` ``. Values are bound by `bind`,
 * never pasted; rows of another query stand for a table. `sql([text])` runs a query that is a text. DuckDB-Wasm starts
 * for the first query that the build has not answered. `` sql.until(invalidation)`…` `` is cancelled when its cell runs
 * again or is edited. Errors name the query by its `id`, else by its first line; an `id` of null leaves the name out. The build
 * adds the cell's place on the page, as queries of a page run from its top to its foot.
 * @throws QueryError
 */
export const sql: Tag & {until: typeof tagOf} = Object.assign(tagOf(), {until: tagOf});

function tagOf(until?: Promise<unknown>, id: string | null = "", place = 0): Tag {
  return async (written, ...given) => {
    const raw = textsOf(written);
    const {strings, values, text, params} = bound(raw, given);
    const keys = values.map(keyOf);
    const answer = (keys.includes(undefined) ? null : recall(strings, keys)) ?? (await viewRows(text, params));
    const running = {until, place, name: id === null ? null : nameOf(raw, id)};
    const rows = answer ?? (await run(text, params, running));
    keepQuery(rows, strings, values);
    if (answer !== null) warmUp();
    return rows;
  };
}

// The rows of an exported file, by the text of the query. While the file is made, `fbAnswer` answers and keeps them.
async function viewRows(text: string, params: readonly Parameter[]): Promise<Row[] | null> {
  if (exported() === null) return null;
  const rows = recall([text], params);
  const answer: unknown = rows === null ? await Reflect.get(globalThis, "fbAnswer")?.(text, params) : undefined;
  if (answer !== undefined) remember([answer as Answer]);
  const found = rows ?? recall([text], params);
  if (found === null && exported() === "view") throw new QueryError(oneView);
  return found;
}

/** Runs a query that is a text, without values. @throws QueryError */
export function runText(text: string): Promise<Row[]> {
  return sql([text]);
}

function textsOf(written: TemplateStringsArray | readonly string[]): readonly string[] {
  const texts: unknown = "raw" in Object(written) ? (written as TemplateStringsArray).raw : written;
  if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) return texts;
  throw new QueryError("no query: write sql`FROM feeds`, or sql([text]) for a query that is a text");
}

function bound(texts: readonly string[], given: readonly unknown[]) {
  try {
    const {strings, values} = inlined(texts, given);
    return {strings, values, ...bind(strings, values)};
  } catch (error) {
    throw new QueryError(messageOf(error));
  }
}

async function run(text: string, params: readonly Parameter[], {name: given, ...place}: Running): Promise<Row[]> {
  const name = given ?? "";
  const ran = async (query: string) => {
    const turn = {isSent: false, isStopped: false};
    const halt = () => {
      turn.isStopped = true;
      if (turn.isSent) stopEngine(); // an engine that is still starting can serve other queries
    };
    return await inTurn(() => answer(query, params, turn), {name, halt, ...place});
  };
  // The console shows how long DuckDB takes, so it always asks.
  const asked = (query: string) => (given === null ? ran(query) : answerOnce(query, params, () => ran(query)));
  try {
    const describe = async () => {
      const described = await toRows(await asked(`DESCRIBE ${text}`), async () => []);
      return described.map(({column_type: type}) => String(type));
    };
    return await toRows(await asked(text), describe);
  } catch (error) {
    const reason = explain(shortened(messageOf(error))) + nameAdvice(messageOf(error), params);
    const isOfQuery = name !== "" && !isOurs.test(reason);
    const message = isOfQuery ? `${reason.trimEnd()}\n\n${name} failed: ${advice}` : reason;
    hideRepeats(message);
    throw new QueryError(message);
  }
}

// Each input reruns all cells of a page, though a change of basis asks the same queries.
const answered = new Map<string, Table>(); // the latest last

const [mostAnswers, mostRows] = [40, 20_000];

// Functions whose result differs from call to call, by any name that DuckDB has for them.
const changing =
  /\b(?:now|today|random|nextval|age|transaction_timestamp|\w*current\w*|\w*localtime\w*|\w*uuid\w*|\w*sample)\b/i;

// The table of a query that DuckDB answered a moment ago, unless it is of time or chance, or large; else a new one.
async function answerOnce(text: string, params: readonly Parameter[], run: () => Promise<Table>): Promise<Table> {
  const key = JSON.stringify([await snapshotUrl(), tablesVersion(), text, params]);
  const known = answered.get(key);
  const table = known ?? (await run());
  if (changing.test(text) || table.numRows > mostRows) return table;
  answered.delete(key);
  answered.set(key, table);
  const [oldest] = answered.keys();
  if (answered.size > mostAnswers && oldest !== undefined) answered.delete(oldest);
  return table;
}

interface Running {
  until: Promise<unknown> | undefined;
  place: number;
  name: string | null;
}

const advice = "correct its SQL, as the foot of this page says";

// Errors of the engine's start and of its file are not the query's fault. A cancelled query is named already.
const isOurs = /^cannot (?:start DuckDB|read the site)|\bcancelled\b/;

async function answer(
  text: string,
  params: readonly Parameter[],
  turn: {isSent: boolean; isStopped: boolean}
): Promise<Table> {
  const connection = await connectSnapshot().catch((error: unknown) => {
    document.documentElement.toggleAttribute("data-no-duckdb", true);
    throw new Error(`cannot start DuckDB in this browser: ${messageOf(error)}: reload the page to try again`);
  });
  document.documentElement.toggleAttribute("data-no-duckdb", false);
  if (turn.isStopped) throw new Error("cancelled");
  turn.isSent = true;
  await giveTables(connection);
  return await withStandIns(connection, () => ask(connection, text, params));
}

async function ask(connection: AsyncDuckDBConnection, text: string, params: readonly Parameter[]): Promise<Table> {
  try {
    return await (params.length === 0 ? connection.query(text) : askPrepared(connection, text, params));
  } catch (error) {
    if (!isDuckDbs.test(messageOf(error))) stopEngine(); // out of memory or crashed: later answers could be wrong
    throw error;
  }
}

// Errors of a query, such as `Binder Error: …`. After an internal or fatal error the database is unusable.
const isDuckDbs = /^(?!INTERNAL|FATAL|Out of Memory)\w[\w ]* Error: |^\{"exception_type":"Not implemented"/;

async function askPrepared(
  connection: AsyncDuckDBConnection,
  text: string,
  params: readonly Parameter[]
): Promise<Table> {
  const statement = await connection.prepare(text);
  try {
    return await statement.query(...params);
  } finally {
    await statement.close();
  }
}

// DuckDB-Wasm repeats the line of a syntax error.
function once(message: string): string {
  const [, before = "", excerpt = "", after = ""] = /^(.*?)\n+(LINE \d+:.*?)\s*\n+(LINE \d+:.*)$/s.exec(message) ?? [];
  return excerpt !== "" && excerpt.trim() === after.trim() ? `${before}\n\n${excerpt.trimEnd()}` : message;
}

// A text where DuckDB needs a number or a time may be the name of a column.
function nameAdvice(message: string, params: readonly Parameter[]): string {
  const name = params.find((value) => typeof value === "string" && /^[a-z_]\w*$/i.test(value));
  const isOfText = /^(?:Conversion|Binder) Error: .*(?:'\w+' to |field format|VARCHAR\)|STRING_LITERAL)/.test(message);
  return name && isOfText
    ? `\n\n${name} is a value here: for a column of this name write \${identifier("${name}")}`
    : "";
}

// For lack of memory, DuckDB advises settings that a page does not have.
function shortened(message: string): string {
  if (!message.startsWith("Out of Memory")) return once(message);
  return "Out of Memory: a browser gives DuckDB about 3 GB: filter or aggregate more, or ask the store with feedbook sql";
}

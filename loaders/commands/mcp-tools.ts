import {PassThrough} from "node:stream";
import {text} from "node:stream/consumers";
import type {Command} from "commander";
import {csvFormatRows} from "d3-dsv";
import pc from "picocolors";
import * as z from "zod";
import {nearest} from "../../src/format/nearest.js";
import {ConfigError} from "../config/errors.js";
import {countText} from "../config/size.js";
import {parseInstant} from "../config/time.js";
import {eventsSql} from "../inspect/events.js";
import {firstSentence, snapshotDictionary, storeDictionary} from "../snapshot/dictionary.js";
import {macrosOf, namedQueries, sqlOf} from "../sql/list.js";
import {argumentsOf} from "../sql/queries.js";
import {type Parameters, type QueryResult, queryStart, readDescription} from "../store/database/query.js";
import {blanks} from "../store/database/statement.js";
import {ask} from "./ask.js";
import {checkCommand} from "./check.js";
import {feedsSql} from "./feeds.js";
import {gapsCommand} from "./gaps.js";
import type {Host} from "./host.js";
import {resultOf} from "./output.js";
import {type Context, exitCodes} from "./run.js";
import {statusCommand} from "./status.js";

/** A question of an assistant to the store or to the snapshot. */
export interface Asked extends Context {
  snapshot: boolean;
}

/** A tool of an assistant; `run` gives its answer. */
export interface Tool {
  description: string;
  inputSchema: z.ZodObject;
  run: (asked: Asked, input: unknown) => Promise<string>;
}

/** The most characters of an answer. */
export const mostCharacters = 40_000;

const feedIds = z.array(z.int().min(0)).min(1).optional().describe("only these feeds, by id");
const time = z.string().optional().describe("ISO 8601 in UTC, or relative, as in now-1d");

/** All tools, by name. They run queries with the locks and errors of `feedbook sql`. */
export const tools: Readonly<Record<string, Tool>> = {
  feeds: tool(
    "List feeds: id, symbol, name, class, number of updates and time of the last one.",
    {
      text: z.string().default("").describe("part of a symbol or name, or an id"),
      class: z.string().default("").describe("class such as crypto, fx, equity or funding-rate"),
      limit: z.int().min(1).max(1000).default(100).describe("the most feeds")
    },
    (asked, {limit, ...parameters}) => rowsOf(asked, classSql, parameters, limit)
  ),
  tables: tool("List tables, views and named queries (table macros).", {}, async (asked) => {
    const rows = (await namesIn(asked)).map((name) => ({
      name,
      meaning: firstSentence(dictionaryOf(asked).table(name) ?? "")
    }));
    return rowsText({...resultOf(rows), whole: true});
  }),
  describe: tool(
    "Describe a table, view or named query: meaning, example, columns and arguments with their units. Or a macro of SQL: its text.",
    {name: z.string().describe("its name, such as prices, candles or is_stale")},
    (asked, {name}) => describeTable(asked, name)
  ),
  query: tool(
    "Run one SELECT of DuckDB's SQL. The answer is CSV of at most 1,000 rows.",
    {sql: z.string().describe("one SELECT")},
    (asked, {sql}) => {
      // `ask` allows what only reads, or writes a temporary table.
      const [, word] = new RegExp(`^${blanks}(pragma|create)\\b`, "i").exec(sql) ?? [];
      if (word) throw new ConfigError(`read-only: ${word.toUpperCase()} is not allowed: give one SELECT`);
      return rowsOf(asked, sql);
    }
  ),
  status: tool(
    "Show what the data are: real or simulated, how old, and the state of each feed.",
    {feeds: feedIds},
    async (asked, {feeds}) => {
      if (!asked.snapshot) return outputOf(asked, statusCommand, {feeds});
      return [await rowsOf(asked, "FROM meta"), await rowsOf(asked, statesSql, {feeds: idsOf(feeds)})].join("\n\n");
    }
  ),
  gaps: tool(
    "List times without an update, why, and the command that fills them.",
    {feeds: feedIds, from: time, to: time},
    (asked, {feeds, from, to}) =>
      asked.snapshot
        ? rowsOf(asked, gapsSql, {feeds: idsOf(feeds), from: instant(from), to: instant(to)})
        : outputOf(asked, gapsCommand, {feeds, from, to})
  ),
  events: tool(
    "List open events: feeds that break a rule, with their worst value and the limit.",
    {since: time.describe("also events that ended since then")},
    (asked, {since}) =>
      asked.snapshot ? rowsOf(asked, eventsSql, {since: instant(since)}) : outputOf(asked, checkCommand, {since})
  )
};

function tool<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
  run: (asked: Asked, input: z.output<z.ZodObject<Shape>>) => Promise<string>
): Tool {
  const inputSchema = z.strictObject(shape);
  return {description, inputSchema, run: async (asked, input) => run(asked, inputSchema.parse(input))};
}

const classSql = `FROM (${feedsSql}) WHERE lower(assetType) = lower($class) OR $class = '' ORDER BY priceFeedId`;

const statesSql = `SELECT feed_states.state, priceFeedId, symbol, lastPublishedAt, ageSeconds
FROM feed_states LEFT JOIN feed_stats USING (priceFeedId)
WHERE $feeds IS NULL OR priceFeedId IN (SELECT unnest($feeds::JSON::BIGINT[]))
ORDER BY ALL`;

const gapsSql = `SELECT priceFeedId, symbol, reason, startedAt, endedAt, seconds, missing
FROM gaps LEFT JOIN feeds USING (priceFeedId)
WHERE ($feeds IS NULL OR priceFeedId IN (SELECT unnest($feeds::JSON::BIGINT[])))
  AND ($from IS NULL OR epoch_us(endedAt) >= $from::BIGINT) AND ($to IS NULL OR epoch_us(startedAt) <= $to::BIGINT)
ORDER BY startedAt, priceFeedId`;

function idsOf(feeds: readonly number[] | undefined): string | null {
  return feeds ? JSON.stringify(feeds) : null;
}

function instant(text: string | undefined): number | null {
  return text === undefined ? null : parseInstant(text, Date.now()) * 1000;
}

async function describeTable(asked: Asked, name: string): Promise<string> {
  const dictionary = dictionaryOf(asked);
  const names = await namesIn(asked);
  const macros = macrosOf(asked.snapshot ? "snapshot" : "store");
  const macro = macros.get(name);
  if (macro !== undefined) return macro;
  if (!names.includes(name))
    throw new Error(`no such table: ${name}: did you mean ${nearest(name, [...names, ...macros.keys()]) ?? "prices"}?`);
  const isQuery = namedQueries.includes(name);
  const {rows} = await resultIn(asked, `DESCRIBE ${isQuery ? readDescription(sqlOf(name)).example : `"${name}"`}`);
  const given = isQuery
    ? argumentsOf(name).map((one) => [`argument ${one.name}`, one.type, one.usual, one.meaning])
    : [];
  const columns = rows.map(([column, type]) => [column, type, null, dictionary.column(name, String(column))]);
  const heads = ["name", "type", "default", "meaning"].map((head) => ({name: head, type: "VARCHAR"}));
  return `${dictionary.table(name)}\n${rowsText({columns: heads, rows: [...given, ...columns], whole: true})}`;
}

async function namesIn(asked: Asked): Promise<string[]> {
  const {rows} = await resultIn(asked, "SHOW TABLES");
  const names = rows.map(([name]) => String(name));
  return [...namedQueries, ...names.filter((name) => dictionaryOf(asked).table(name) !== null)];
}

function dictionaryOf({snapshot}: Asked) {
  return snapshot ? snapshotDictionary : storeDictionary;
}

// Runs a command on the store and returns its output, notes first.
async function outputOf(
  asked: Asked,
  make: (host: Host) => Command,
  options: Record<string, unknown>
): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const listen = () => ({signal: asked.signal, release() {}});
  const env = {...asked.env, COLUMNS: "200"};
  const host: Host = {env, stdout, stderr, listen, colors: pc.createColors(false), exitCode: 0};
  const given = Object.entries({store: asked.settings.storePath, ...options}).filter(
    ([, value]) => value !== undefined
  );
  const outputs = [stderr, stdout].map(text);
  await make(host).parseAsync(
    given.map(([name, value]) => `--${name}=${value}`),
    {from: "user"}
  );
  for (const stream of [stderr, stdout]) stream.end();
  const [notes = "", rows = ""] = await Promise.all(outputs);
  const isDone = [exitCodes.done, exitCodes.events].some((code) => code === host.exitCode);
  if (!isDone) throw new Error(notes.replace(/^feedbook: /, "").trim());
  return `${notes}${rows}`.trim();
}

async function rowsOf(asked: Asked, sql: string, parameters?: Parameters, most?: number): Promise<string> {
  return rowsText(await resultIn(asked, sql, parameters, most));
}

type Rows = QueryResult & {whole: boolean};

async function resultIn(asked: Asked, sql: string, parameters?: Parameters, most = 1000): Promise<Rows> {
  let result: Rows = {columns: [], rows: [], whole: true};
  await ask({...asked, sql}, async ({connection}) => {
    result = await queryStart(connection, sql, most, parameters);
  });
  return result;
}

// CSV below a line with the number of rows.
function rowsText({columns, rows, whole}: Rows): string {
  const textOf = (value: unknown) =>
    (typeof value === "object" && value !== null ? JSON.stringify(value) : `${value ?? ""}`).slice(0, mostCharacters);
  const cells = [columns.map(({name}) => name), ...rows.map((row) => row.map(textOf))];
  const more = whole ? "" : ", and there are more: add a condition, an aggregate or LIMIT";
  return `${countText(rows.length, "row")}${more}\n${csvFormatRows(cells)}`;
}

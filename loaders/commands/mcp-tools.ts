import {nearest} from "../../src/format/nearest.js";
import {ConfigError} from "../config/errors.js";
import {parseInstant} from "../config/time.js";
import {findEvents} from "../inspect/events.js";
import {notDerived} from "../inspect/status.js";
import {firstSentence} from "../snapshot/dictionary.js";
import {documentOpened, documentQuery} from "../snapshot/document.js";
import {type Parameters, queryStart} from "../store/database/query.js";
import type {Store} from "../store/database/store.js";
import {readStore} from "../store/open.js";
import {ask} from "./ask.js";
import {feedsSql} from "./feeds.js";
import {gapsCommand} from "./gaps.js";
import {mostRows, outputOf, rowsText} from "./mcp-answers.js";
import {resultOf} from "./output.js";
import type {Context} from "./run.js";
import {statusCommand} from "./status.js";

/** A question of an assistant: to the store or the snapshot. `store`: as on the command line. */
export interface Asked extends Context {
  snapshot: boolean;
  store: string | undefined;
}

const hints = {readOnly: "this server only reads its own tables", tables: "the tool tables lists all tables and views"};

/** Runs one query, within the locks of `feedbook sql`. @throws its errors */
export async function runQuery(asked: Asked, sql: string): Promise<string> {
  const [, word = ""] = /^(?:\s|--.*|\/\*[\s\S]*?\*\/)*(pragma|create)\b/i.exec(sql) ?? []; // which `ask` allows if they only read
  if (word !== "") throw new ConfigError(`read-only: ${word.toUpperCase()} is not allowed: give one SELECT`);
  return rowsOf(asked, sql);
}

async function rowsOf(asked: Asked, sql: string, {most = mostRows, ...parameters}: Parameters & {most?: number} = {}) {
  let text = "";
  await ask({...asked, sql, hints}, async ({connection}) => {
    text = rowsText(await queryStart(connection, sql, most, parameters));
  });
  return text;
}

/** Lists feeds whose symbol, name or id has a text, and whose class is the given one. */
export function listFeeds(
  asked: Asked,
  given: {text: string; class?: string | undefined; limit: number}
): Promise<string> {
  const sql = `FROM (${feedsSql}) WHERE coalesce(lower(assetType) = lower($class), $class IS NULL) ORDER BY priceFeedId`;
  return rowsOf(asked, sql, {most: given.limit, text: given.text, class: given.class ?? null});
}

/** Lists tables, views and named queries with the first sentence of their meaning. */
export async function listTables(asked: Asked): Promise<string> {
  const {tables} = await read(asked, ({connection}) => documentOpened(connection, placeOf(asked)));
  return rowsText(
    resultOf(tables.map(({name, kind, comment}) => ({name, kind, meaning: firstSentence(comment ?? "")})))
  );
}

/** Describes a table, view or named query: its comment, then its columns and arguments. @throws if there is none */
export function describeTable(asked: Asked, name: string): Promise<string> {
  return read(asked, async ({connection}) => {
    const {tables, columns} = await documentOpened(connection, placeOf(asked));
    const table = tables.find((one) => one.name === name);
    if (table === undefined) {
      const meant = nearest(
        name,
        tables.map((one) => one.name)
      );
      throw new Error(`no such table: ${name}${meant === null ? "" : `: did you mean ${meant}?`}; ${hints.tables}`);
    }
    const isQuery = table.kind === "query";
    const parts = isQuery ? await documentQuery(connection, name) : columns.filter(({tableName}) => tableName === name);
    const rows = parts.map(({name, type = null, argument, usual = null, comment}) =>
      isQuery ? {kind: argument ? "argument" : "column", name, type, default: usual, comment} : {name, type, comment}
    );
    return `${table.kind} ${name}: ${table.comment ?? "not described"}\n${rowsText(resultOf(rows))}`;
  });
}

/** Shows the contents and the state of each feed, as `feedbook status` does. */
export async function showStatus(asked: Asked): Promise<string> {
  if (!asked.snapshot) return outputOf(statusCommand, storeOption(asked), asked);
  return `${await rowsOf(asked, "FROM meta")}\n\n${await rowsOf(asked, snapshotStates)}`;
}

/** Lists gaps, as `feedbook gaps` does. */
export function listGaps(
  asked: Asked,
  given: {feeds?: number[] | undefined; from?: string | undefined; to?: string | undefined}
): Promise<string> {
  const {feeds, from, to} = given;
  const options = Object.entries({feeds: feeds?.join(), from, to}).filter(([, value]) => value !== undefined);
  const args = options.map(([name, value]) => `--${name}=${value}`);
  if (!asked.snapshot) return outputOf(gapsCommand, [...args, ...storeOption(asked)], asked);
  const instant = (text: string | undefined) => (text === undefined ? null : parseInstant(text, Date.now()) * 1000);
  const parameters = {feeds: feeds ? JSON.stringify(feeds) : null, from: instant(from), to: instant(to)};
  return rowsOf(asked, snapshotGaps, parameters);
}

/** Lists the open events, and those that ended since a time, as `feedbook check` does. */
export async function listEvents(asked: Asked, since: string | undefined): Promise<string> {
  const start = since === undefined ? null : parseInstant(since, Date.now());
  return read(asked, async (store) => {
    const due = await notDerived(store);
    if (due !== null) asked.log.warn(due);
    return rowsText(resultOf(await findEvents(store, start)));
  });
}

const snapshotStates = `SELECT feed_states.state, priceFeedId, symbol, lastPublishedAt, ageSeconds
FROM feed_states LEFT JOIN feeds USING (priceFeedId)
ORDER BY ALL`;

const snapshotGaps = `SELECT priceFeedId, symbol, reason, startedAt, endedAt, seconds, missing
FROM gaps LEFT JOIN feeds USING (priceFeedId)
WHERE ($feeds IS NULL OR priceFeedId IN (SELECT unnest($feeds::JSON::BIGINT[])))
  AND ($from IS NULL OR endedAt >= make_timestamp($from::BIGINT))
  AND ($to IS NULL OR startedAt <= make_timestamp($to::BIGINT))
ORDER BY startedAt, priceFeedId`;

function read<T>({settings, snapshot, signal}: Asked, work: (store: Store) => Promise<T>): Promise<T> {
  const path = snapshot ? settings.snapshotPath : settings.storePath;
  return readStore(path, work, {...settings.rows, signal, anyDatabase: true});
}

function placeOf({snapshot}: Asked): "snapshot" | "store" {
  return snapshot ? "snapshot" : "store";
}

function storeOption({store}: Asked): string[] {
  return store === undefined ? [] : [`--store=${store}`];
}

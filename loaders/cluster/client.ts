import {createReadStream, createWriteStream} from "node:fs";
import {text} from "node:stream/consumers";
import {pipeline} from "node:stream/promises";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Cluster} from "../config/settings.js";
import {hideToken} from "../service/secret.js";
import {InterruptedError} from "../store/database/store.js";

/** Parameters of a statement, and the token by which the cluster knows a repeated insert. */
export interface Given {
  params?: Readonly<Record<string, string | number>>;
  token?: string;
}

/** A server of ClickHouse. All functions @throw ConfigError on a refusal, UnreachableError, InterruptedError */
export interface ClickHouse {
  url: string;
  name: string;
  run(sql: string, given?: Given): Promise<void>;
  rows(sql: string, given?: Given): Promise<Record<string, unknown>[]>;
  parquet(sql: string, path: string): Promise<void>;
  insert(table: string, columns: readonly string[], path: string, given?: Given): Promise<void>;
  close(): Promise<void>;
}

/** The cluster gave no answer, or failed: a later try may succeed. */
export class UnreachableError extends Error {
  override name = "UnreachableError";
}

const patienceMs = 600_000; // a long query sends nothing before its end

/** What to do where a server lacks a table or column. */
export const schemaRemedy = "feedbook ship makes the tables and views, and feedbook ship --ddl prints them";

const remedies: Readonly<Record<string, string>> = {
  ...{16: schemaRemedy, 47: schemaRemedy, 60: schemaRemedy},
  81: "give FEEDBOOK_CLICKHOUSE_URL the path of a database that is there",
  ...{192: "set FEEDBOOK_CLICKHOUSE_USER", 497: "give this user the right"},
  516: "set FEEDBOOK_CLICKHOUSE_USER and FEEDBOOK_CLICKHOUSE_PASSWORD"
};

/** Gets ready to ask a server; the first query shows whether it is there. `signal` stops a query. */
export async function openClickHouse({url, user, password}: Cluster, signal?: AbortSignal): Promise<ClickHouse> {
  const {createClient} = await import("@clickhouse/client"); // only who has a cluster waits for it
  const client = createClient({
    ...{url, username: user, password, application: "feedbook", request_timeout: patienceMs},
    log: {level: 127} // off: we report its errors
  });
  const {line} = hideToken(password || null);
  const sent = Buffer.from(`${user}:${password}`).toString("base64"); // as a proxy may echo it
  const hide = (message: string) => line(message.replaceAll(sent, "[password]"));
  const name = `the ClickHouse server at ${url}`;

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw new InterruptedError("interrupted: nothing was changed"); // the client would wait for an answer
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw new InterruptedError("interrupted: nothing was changed");
      throw failure(error, name, hide);
    }
  }

  // The server sends an answer once it is whole, so an error never follows half of an answer.
  const options = ({params, token}: Given = {}) => ({
    clickhouse_settings: {
      wait_end_of_query: 1 as const,
      max_query_size: "10000000",
      ...(token && {insert_deduplication_token: token})
    },
    ...(params && {query_params: params}),
    ...(signal && {abort_signal: signal})
  });
  return {
    ...{url, name},
    run: (sql, given) =>
      ask(async () => {
        await client.command({query: sql, ...options(given)});
      }),
    rows: (sql, given) =>
      ask(async () => (await client.query({query: sql, format: "JSONEachRow", ...options(given)})).json()),
    parquet: (sql, path) =>
      ask(async () => {
        const {stream} = await client.exec({query: `${sql}\nFORMAT Parquet`, ...options()});
        await pipeline(stream, createWriteStream(path));
      }),
    insert: (table, columns, path, given) =>
      ask(async () => {
        const query = `INSERT INTO ${table} (${columns.join(", ")}) FORMAT Parquet`;
        const {stream} = await client.exec({query, values: createReadStream(path), ...options(given)});
        await text(stream);
      }),
    close: () => client.close()
  };
}

function failure(error: unknown, name: string, hide: (text: string) => string): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const problem = hide(messageOf(error) || code).replace(/[.\s]+$/, "") || "a refusal without a reason";
  const remedy = remedies[code];
  if (remedy !== undefined) return new ConfigError(`${name} refuses: ${problem}: ${remedy}`);
  if (/^\d+$/.test(code)) return new UnreachableError(`${name} fails: ${problem}`);
  return new UnreachableError(`no answer of ${name}: ${problem}: see that it runs, and FEEDBOOK_CLICKHOUSE_URL`);
}

import {createWriteStream, statSync} from "node:fs";
import {pipeline} from "node:stream/promises";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Cluster} from "../config/settings.js";
import {hideToken} from "../service/secret.js";
import {InterruptedError} from "../store/database/store.js";

/** A server of ClickHouse, asked by HTTP. */
export interface ClickHouse {
  url: string;
  /** What messages call it. */
  name: string;
  /** How many queries were answered, and with how many bytes. */
  asked: {queries: number; bytes: number};
  /**
   * Writes the answer of a query to a file as Parquet. @throws ConfigError if the server does not know the user, a table or a
   * column; Error if it cannot be reached, or fails; InterruptedError
   */
  parquet(sql: string, path: string): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 3_600_000; // a query over years of files takes long, and says nothing before its end

/** What to do where a server lacks a table or column. */
export const ddlRemedy = "run there what feedbook lake ddl --engine clickhouse prints now";

// ClickHouse's codes of errors, and what to do about them.
const remedies: Readonly<Record<string, string>> = {
  ...{47: ddlRemedy, 60: ddlRemedy, 81: "give FEEDBOOK_ENGINE_URL the path of a database that is there"},
  ...{192: "set FEEDBOOK_ENGINE_USER", 497: "let this user read there"},
  516: "set FEEDBOOK_ENGINE_USER and FEEDBOOK_ENGINE_PASSWORD"
};

/** Gets ready to ask a server; the first query shows whether it is there. `signal` stops a query. */
export async function openClickHouse({url, user, password}: Cluster, signal?: AbortSignal): Promise<ClickHouse> {
  const {createClient} = (await import("@clickhouse/client")).default; // only who has a cluster waits for it
  const client = createClient({
    ...{url, username: user, password, application: "feedbook", request_timeout: patienceMs},
    log: {level: 127} // off: errors are ours to tell
  });
  const {line} = hideToken(password || null);
  const sent = Buffer.from(`${user}:${password}`).toString("base64"); // as a proxy may echo it
  const asked = {queries: 0, bytes: 0};
  const name = `the ClickHouse server at ${url}`;
  return {
    ...{url, name, asked},
    async parquet(sql, path) {
      try {
        // Sent once it is whole, so that an error on the way is no half of an answer.
        const {stream} = await client.exec({
          query: `${sql}\nFORMAT Parquet`,
          clickhouse_settings: {wait_end_of_query: 1},
          ...(signal && {abort_signal: signal})
        });
        await pipeline(stream, createWriteStream(path));
      } catch (error) {
        if (signal?.aborted) throw new InterruptedError("interrupted: nothing was changed");
        throw failure(error, name, (text) => line(text.replaceAll(sent, "[password]")));
      }
      asked.queries += 1;
      asked.bytes += statSync(path).size;
    },
    close: () => client.close()
  };
}

function failure(error: unknown, name: string, line: (text: string) => string): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const problem = line(messageOf(error) || code).replace(/[.\s]+$/, "");
  const remedy = remedies[code];
  if (remedy !== undefined) return new ConfigError(`${name} refuses: ${problem}: ${remedy}`);
  if (/^\d+$/.test(code)) return new Error(`${name} fails: ${problem}`);
  return new Error(`no answer of ${name}: ${problem}: see that it runs, and FEEDBOOK_ENGINE_URL`);
}

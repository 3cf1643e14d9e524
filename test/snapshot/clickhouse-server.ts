import {once} from "node:events";
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {serve} from "@hono/node-server";
import {Hono} from "hono";

/** A server of ClickHouse's HTTP interface on loopback, as far as publishing uses it. */
export interface ClickHouseServer {
  /** For FEEDBOOK_CLICKHOUSE_URL. */
  url: string;
  user: string;
  password: string;
  /** The received queries. */
  queries: string[];
  stop(): Promise<void>;
}

/** An error of the engine, with ClickHouse's code and name. */
export class EngineError extends Error {
  constructor(
    readonly code: number,
    readonly type: string,
    message: string
  ) {
    super(message);
  }
}

/** Starts a server whose engine writes the rows of a query to a file. @throws EngineError, which becomes an answer */
export async function startClickHouseServer(
  write: (sql: string, path: string, format: string) => Promise<void>
): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-clickhouse-server-"));
  const [user, password, queries] = ["reader", "s3cret-of-reader", [] as string[]];
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const app = new Hono();
  app.post("/", async (context) => {
    const path = join(folder, `${queries.length}.answer`);
    try {
      const given = context.req.header("authorization") ?? "";
      const message = `${user}: Authentication failed: ${given}, ${Buffer.from(given.slice(6), "base64")}, is incorrect.`; // a bad server
      if (given !== basic) throw new EngineError(516, "AUTHENTICATION_FAILED", message);
      const [, sql = "", format = ""] =
        /^(.*)\s+FORMAT (Parquet|JSON)\w*$/s.exec((await context.req.text()).trim()) ?? [];
      queries.push(sql);
      await write(sql, path, format);
      return context.body(readFileSync(path), 200);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const text = `Code: ${error.code}. DB::Exception: ${error.message} (${error.type}) (version 26.7.1.1)\n`;
      return context.body(text, 500, {"x-clickhouse-exception-code": String(error.code)});
    } finally {
      rmSync(path, {force: true});
    }
  });
  const listening = serve({fetch: app.fetch, port: 0, hostname: "127.0.0.1"});
  await once(listening, "listening");
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/market`,
    ...{user, password, queries},
    async stop() {
      listening.close();
      rmSync(folder, {recursive: true});
      await once(listening, "close");
    }
  };
}

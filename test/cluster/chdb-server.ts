import {mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {serve} from "@hono/node-server";
import {type Context, Hono} from "hono";
import {requireOnDemand} from "./on-demand.js";

// ClickHouse itself behind its HTTP interface, as far as Feedbook uses that: the package chdb has the engine of 26.7. It blocks
// its process, so it has one of its own. Writes its address to standard output. Usage: chdb-server.ts <folder>

interface Engine {
  /** @throws with ClickHouse's message */
  query(sql: string, format?: string): string;
}

const folder = process.argv[2] ?? "";
mkdirSync(folder, {recursive: true});
const {Session} = (await requireOnDemand("chdb", "3.4.0", "540 MB")) as {Session: new (path: string) => Engine};
const engine = new Session(join(folder, "data"));
const app = new Hono();

app.post("/", async (context) => {
  try {
    const {query, ...given} = context.req.query();
    const body = Buffer.from(await context.req.arrayBuffer());
    for (const [name, value] of Object.entries(given))
      if (name.startsWith("param_")) engine.query(`SET ${name} = '${value.replaceAll("'", "''")}'`);
    if (query !== undefined) return context.body(insert(query, body, given.insert_deduplication_token));
    return answer(context, body.toString());
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^Query failed: /, "") : String(error);
    const code = /Code: (\d+)/.exec(message)?.[1] ?? "1";
    return context.body(`${message}\n`, 500, {"x-clickhouse-exception-code": code});
  }
});

const patient = {keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0}; // a query blocks it for longer than these
const listening = {port: 0, hostname: "127.0.0.1", serverOptions: patient};
const server = serve({fetch: app.fetch, ...listening}, ({port}: AddressInfo) =>
  console.log(`http://127.0.0.1:${port}/default`)
);
process.on("SIGTERM", () => server.close(() => process.exit(0)));

function insert(query: string, body: Buffer, token: string | undefined): string {
  const path = join(folder, "insert.parquet");
  writeFileSync(path, body);
  const [, target = "", columns = ""] = /^(INSERT INTO \w+ \((.*)\)) FORMAT Parquet\s*$/s.exec(query) ?? [];
  const settings = token === undefined ? "" : ` SETTINGS insert_deduplication_token = '${token}'`;
  engine.query(`${target} SELECT ${columns} FROM file('${path}', Parquet)${settings}`);
  return "";
}

function answer(context: Context, sql: string): Response {
  const [, select] = /^(.*)\nFORMAT Parquet\s*$/s.exec(sql) ?? [];
  if (select === undefined) return context.body(engine.query(sql));
  const path = join(folder, "answer.parquet");
  rmSync(path, {force: true});
  engine.query(`${select} INTO OUTFILE '${path}' FORMAT Parquet`);
  return context.body(readFileSync(path));
}

import {once} from "node:events";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {buffer, text} from "node:stream/consumers";
import {type DuckDBConnection, DuckDBInstance, quotedString} from "@duckdb/node-api";
import {queryRecords} from "../../loaders/store/database/query.js";

/** A Parquet file that an INSERT brought. */
export interface Inserted {
  table: string;
  token: string | null;
  path: string;
}

/**
 * What the server does with a statement: refuses it with a code, sends a text or a client elsewhere, dies while it receives, takes
 * the rows and dies, or waits for some work and goes on.
 */
export type Fault = {code: number; text: string} | {body: string} | {location: string} | "dies" | "forgets" | Work;
type Work = () => Promise<unknown>;

/** A server on loopback that speaks as much of ClickHouse's HTTP interface as `ship` needs, with DuckDB as its engine. */
export interface FakeCluster {
  /** With a database that exists. */
  url: string;
  version: string;
  /** Columns by table; a test may set them before Feedbook makes the table. */
  tables: Map<string, string[]>;
  statements: string[];
  inserts: Inserted[];
  /** Each request's path and headers, as one text. */
  requests: string[];
  /** The next statements that match get a fault. */
  fail(at: RegExp, fault: Fault, times?: number): void;
  records(sql: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** The user and password that the server accepts. */
export const account = {FEEDBOOK_CLICKHOUSE_USER: "writer", FEEDBOOK_CLICKHOUSE_PASSWORD: 'a"s3cret+of/the-cluster'};
const basic = `${account.FEEDBOOK_CLICKHOUSE_USER}:${account.FEEDBOOK_CLICKHOUSE_PASSWORD}`;
const databases = ["default", "other"];

// ClickHouse's functions in DuckDB.
const macros = `
  CREATE MACRO toDate(x) AS x::DATE;
  CREATE MACRO toString(x) AS x::VARCHAR;
  CREATE MACRO toDateTime64(x, digits, zone) AS x::TIMESTAMP;
  CREATE MACRO now64(digits) AS now()::TIMESTAMP;
  CREATE MACRO toUnixTimestamp64Micro(x) AS epoch_us(x);
  CREATE MACRO hash64(x) AS md5_number_upper(x);
  CREATE TABLE loads (loadId UUID, command VARCHAR, startedAt TIMESTAMP, finishedAt TIMESTAMP, status VARCHAR, rows BIGINT,
    rejected BIGINT, error VARCHAR, sandbox BOOLEAN);
  CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, appliedAt TIMESTAMP);`;
const hash = /toUInt128\(reinterpretAsUInt64\(substring\(MD5\((.*)\), 1, 8\)\)\)/;

/** Starts a server. `keeps` false: it forgets the rows that it gets. */
export async function startFake({keeps = true} = {}): Promise<FakeCluster> {
  const folder = mkdtempSync(join(tmpdir(), "feedbook-fake-cluster-"));
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(macros);
  const keys = new Map<string, string>();
  const tokens = new Set<string>();
  const faults: {at: RegExp; fault: Fault; times: number}[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => refuse(response, 62, String(error)));
  });
  const fake: FakeCluster = {
    ...{url: "", version: "26.7.1.1", tables: new Map(), statements: [], inserts: [], requests: []},
    fail: (at, fault, times = 1) => faults.unshift({at, fault, times}),
    records: (sql) => queryRecords(connection, sql),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      connection.closeSync();
      rmSync(folder, {recursive: true});
    }
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = new URL(request.url ?? "", "http://fake").searchParams;
    fake.requests.push(`${request.url} ${JSON.stringify(request.headers)}`);
    const insert = given.get("query");
    const sql = insert ?? (await text(request));
    const planned = faults.find(({at, times}) => times > 0 && at.test(sql));
    if (planned !== undefined) planned.times -= 1;
    const fault = planned?.fault;
    if (fault === "dies" && insert !== null) await once(request, "data");
    if (fault === "dies") return void request.socket.destroy();
    const body = insert === null ? null : await buffer(request);
    if (typeof fault === "function") await fault();
    else if (typeof fault === "object") return answerWrongly(response, fault);
    const login = Buffer.from((request.headers.authorization ?? "").slice("Basic ".length), "base64").toString();
    if (login !== basic) return refuse(response, 516, `Authentication failed: ${login} is incorrect`);
    const database = given.get("database") ?? "default";
    if (!databases.includes(database)) return refuse(response, 81, `Database ${database} does not exist`);
    const answer = body === null ? await run(sql) : await store(sql, body, given.get("insert_deduplication_token"));
    if (fault === "forgets") return void request.socket.destroy();
    response.writeHead(200).end(answer);
  }

  async function run(sql: string): Promise<string> {
    fake.statements.push(sql.replace(/\nFORMAT JSONEachRow$/, ""));
    const [, table, body = ""] = /^\s*CREATE TABLE IF NOT EXISTS (\w+) \((.*)\) ENGINE/s.exec(sql) ?? [];
    if (table !== undefined && !fake.tables.has(table)) fake.tables.set(table, columnsOf(body));
    const [, key] = /ENGINE = Replacing.*ORDER BY \(?([\w, ]+)/s.exec(sql) ?? [];
    if (table !== undefined && key !== undefined) keys.set(table, key);
    if (sql.startsWith("INSERT INTO schema_migrations")) await connection.run(sql.replace("INTO", "OR REPLACE INTO"));
    if (!sql.startsWith("SELECT")) return "";
    return (await answerTo(sql)).map((row) => `${JSON.stringify(row)}\n`).join("");
  }

  async function answerTo(sql: string): Promise<object[]> {
    if (sql.startsWith("SELECT version()")) return [{version: fake.version}];
    if (sql.includes("system.columns")) return Array.from(fake.tables, ([table, columns]) => ({table, columns}));
    const plain = sql.replace(/\nFORMAT.*$/, "").replaceAll(" FINAL", "");
    return queryRecords(connection, plain.replace(hash, "hash64($1)"));
  }

  // Keeps one row per key, the last one, and takes each token once.
  async function store(sql: string, body: Buffer, token: string | null): Promise<string> {
    const [, table = ""] = /^INSERT INTO (\w+)/.exec(sql) ?? [];
    const path = join(folder, `${fake.inserts.length}.parquet`);
    fake.inserts.push({table, token, path});
    if (!keeps || (token !== null && tokens.has(token))) return "";
    if (token !== null) tokens.add(token);
    writeFileSync(path, body);
    await keep(connection, {table, path, key: keys.get(table)});
    return "";
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/default`;
  return fake;
}

async function keep(
  connection: DuckDBConnection,
  {table, path, key}: {table: string; path: string; key: string | undefined}
): Promise<void> {
  const [file, same] = [`read_parquet(${quotedString(path)})`, `concat_ws(' ', ${key})`];
  await connection.run(`CREATE TABLE IF NOT EXISTS ${table} AS FROM ${file} LIMIT 0`);
  if (key) await connection.run(`DELETE FROM ${table} WHERE ${same} IN (SELECT ${same} FROM ${file})`);
  await connection.run(`INSERT INTO ${table} BY NAME FROM ${file}`);
}

function answerWrongly(response: ServerResponse, fault: Exclude<Fault, string | Work>): void {
  if ("code" in fault) refuse(response, fault.code, fault.text);
  else if ("location" in fault) response.writeHead(307, {location: fault.location}).end();
  else response.writeHead(200).end(fault.body);
}

function refuse(response: ServerResponse, code: number, message: string): void {
  response.writeHead(500, {"x-clickhouse-exception-code": String(code)});
  response.end(`Code: ${code}. DB::Exception: ${message}. (SOME_NAME) (version 26.7.1.1)\n`);
}

function columnsOf(body: string): string[] {
  let plain = body;
  while (plain.includes("(")) plain = plain.replace(/\([^()]*\)/g, "");
  return plain.split(",").map((column) => column.trim().split(/\s/, 1)[0] ?? "");
}

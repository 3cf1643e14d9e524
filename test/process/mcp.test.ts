import {mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Client} from "@modelcontextprotocol/sdk/client/index.js";
import {StdioClientTransport} from "@modelcontextprotocol/sdk/client/stdio.js";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {readFaults} from "../../loaders/service/sandbox/faults.js";
import {startSandbox} from "../../loaders/service/sandbox/server.js";
import {isAlive} from "../../loaders/store/database/files.js";
import {command} from "../helpers/cli.js";
import {token} from "../helpers/loading.js";
import {endless} from "../helpers/store.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-mcp-"));
const path = join(folder, "feeds.duckdb");
const said: string[] = []; // all answers, errors and notes

const places = ["store", "snapshot"] as const;
type Place = (typeof places)[number];
const clients = {} as Record<Place, Client>;
const pids: unknown[] = [];

beforeAll(async () => {
  const sandbox = await startSandbox({faults: readFaults("stale:2,gap:327")});
  const range = ["--from", "2026-05-12T14:00:00Z", "--to", "2026-05-12T15:00:00Z", "--every", "5m"];
  const args = ["load", "history", ...range, "--feeds", "2,112,327", "--base-url", sandbox.url, "--store", path];
  expect(await command(args, {env: {FEEDBOOK_TOKEN: token}})).toMatchObject({exitCode: 0});
  await sandbox.close();
  [clients.store, clients.snapshot] = await Promise.all([connect(), connect("--snapshot", "--limit", "3s")]);
});

afterAll(() => rmSync(folder, {recursive: true}));

// As the guide says to, from another folder.
const [, shown = ""] = /^```json\n([\s\S]*?)^```$/m.exec(readFileSync("src/guide/sharing.md", "utf8")) ?? [];
const registered = JSON.parse(shown.replace("/path/to/feedbook", process.cwd()));

async function connect(...options: string[]) {
  const {command: program, args} = registered.mcpServers.feedbook;
  const env = {...process.env, FEEDBOOK_STORE: path, FEEDBOOK_TOKEN: token} as Record<string, string>;
  const transport = new StdioClientTransport({
    ...{command: program, args: [...args, ...options], cwd: folder, env, stderr: "pipe"}
  });
  transport.stderr?.on("data", (part) => said.push(String(part)));
  const client = new Client({name: "test", version: "1"});
  client.onerror = ({message}) => void said.push(`no protocol: ${message}`);
  await client.connect(transport);
  pids.push(transport.pid);
  return client;
}

async function call(name: string, given: object = {}, place: Place = "store") {
  const {content, isError = false} = await clients[place].callTool({name, arguments: {...given}});
  const [{text}] = content as [{text: string}];
  said.push(text);
  return {isError, text};
}

describe("feedbook mcp", () => {
  it("shows in its help what the guide says, with the project's path", async () => {
    const {stdout} = await command(["mcp", "--help"]);
    expect(JSON.parse(/^ *(\{"mcpServers".*\})$/m.exec(stdout)?.[1] ?? "")).toEqual(registered);
  });

  it.each<[string, object, RegExp]>([
    ["feeds", {text: "eth", class: "Crypto"}, /^1 row\npriceFeedId,symbol,.*\n2,Crypto\.ETH\/USD,/],
    ["feeds", {limit: 1}, /^1 row, and there are more.*\n.*\n1,Crypto\.BTC\/USD,[^\n]*$/],
    ["tables", {}, /^\d+ rows\nname,meaning\n[\s\S]*\ncandles,"?Candles of a [\s\S]*\nprices,/],
    ["describe", {name: "prices"}, /\nExample: SELECT [\s\S]*\nname,type,default,meaning\n[\s\S]*\nprice,DOUBLE,,.*\[/],
    ["describe", {name: "candles"}, /\nargument feed,BIGINT,,the feed's id\n[\s\S]*\nopen,DOUBLE,,/],
    ["query", {sql: "SELECT 'a,b' AS t, [1] AS l, NULL AS n;"}, /^1 row\nt,l,n\n"a,b",\[1\],$/],
    ["query", {sql: `${"-".repeat(60)}\nSELECT count(*) AS n FROM prices`}, /^1 row\nn\n3\d$/],
    [
      "describe",
      {name: "is_stale"},
      /^-- Whether a feed is stale[\s\S]*MACRO is_stale\(marketSession, ageSeconds\) AS\n/
    ],
    [
      "events",
      {since: "2026-05-12"},
      /\n(?:[^,]+,stale,stale,critical,2,Crypto\.ETH\/USD,|critical +stale +2 +Crypto\.ETH\/USD )/
    ]
  ])("%s %j answers, of the store and of the snapshot", async (name, given, text) => {
    for (const place of places)
      expect(await call(name, given, place)).toEqual({isError: false, text: expect.stringMatching(text)});
  });

  it.each<[string, object, RegExp]>([
    ["status", {feeds: [2]}, /\btrue,2026-05-12T14:00:00Z[\s\S]*\nstale,2,Crypto\.ETH\/USD,2026-05-12T15:00:00Z,300$/],
    ["gaps", {feeds: [327, 9], from: "2026-05-12T14:25:00Z"}, /^1 row\n.*\n327,FX\.EUR\/USD,nothing there,/],
    ["gaps", {to: "2026-05-12T14:15:00Z"}, /^0 rows\n/]
  ])("%s %j answers what the command says of the store, and of the snapshot %s", async (name, given, ofSnapshot) => {
    const options = Object.entries({store: path, ...given}).map(([option, value]) => `--${option}=${value}`);
    const {stdout, stderr} = await command([name, ...options], {env: {COLUMNS: "200"}});
    const lasting = (text: string) => text.replace(/\d+\w+ ago/g, "… ago").trim();
    const {isError, text} = await call(name, given);
    expect({isError, text: lasting(text)}).toEqual({isError: false, text: lasting(`${stderr}\n${stdout}`)});
    expect(await call(name, given, "snapshot")).toEqual({isError: false, text: expect.stringMatching(ofSnapshot)});
  });

  it.each<[string, object, RegExp]>([
    ["feeds", {limit: 0}, /limit/],
    ["query", {}, /sql/],
    ["query", {sql: "  "}, /^missing query/],
    ["query", {sql: "SELEC 1"}, /syntax error/],
    ["query", {sql: "SELECT priec FROM prices"}, /"priec" not found/],
    ["describe", {name: "pirces"}, /^no such table: pirces: did you mean prices\?$/],
    ["describe", {name: 'feeds"; DROP'}, /^no such table: /],
    ["gaps", {feeds: ["1; DROP"]}, /feeds/],
    ["gaps", {feeds: [9]}, /^warning: unknown feed 9/],
    ["gaps", {from: "--json"}, /^invalid time: "--json"/],
    ["events", {since: "yesterday"}, /^invalid time: "yesterday"/],
    ["status", {feed: 1}, /feed/],
    ["tabels", {}, /tabels/]
  ])("%s %j names the fault", async (name, given, message) => {
    expect(await call(name, given)).toEqual({isError: true, text: expect.stringMatching(message)});
  });

  it.each([
    "INSERT INTO feeds SELECT * FROM feeds",
    "DELETE FROM feed_splits",
    "CREATE TEMP TABLE mine AS SELECT 1",
    "/* */ PRAGMA memory_limit='1GB'",
    "SET enable_external_access = true",
    `ATTACH '${folder}/new.duckdb'`,
    `COPY feeds TO '${folder}/new.csv'`,
    `COPY (SELECT 1) TO '${path}' (USE_TMP_FILE false)`,
    "EXPLAIN ANALYZE DELETE FROM feeds",
    "INSTALL httpfs",
    "SELECT * FROM read_text('package.json')",
    "SELECT 1; DROP TABLE feeds"
  ])("refuses what could write or read elsewhere: %s", async (sql) => {
    const refused = /^(?:read-only: |2 statements: |Permission Error: |Binder Error: Can only delete)/;
    const [before, files] = [readFileSync(path), readdirSync(folder)];
    for (const place of places) {
      const {isError, text} = await call("query", {sql}, place);
      expect({isError, text}).toEqual({isError: true, text: expect.stringMatching(refused)});
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(files);
  });

  it("stops a query that never ends, and answers the next ones, while loads may run", async () => {
    const started = performance.now();
    const asked = [endless, "SELECT 7 AS n"].map((sql) => call("query", {sql}, "snapshot"));
    expect(await Promise.all(asked)).toEqual([
      {isError: true, text: expect.stringMatching(/^stopped after 3s: ask for/)},
      {isError: false, text: "1 row\nn\n7"}
    ]);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await command(["derive", "--store", path])).toMatchObject({exitCode: 0});
  });

  it.each([
    ["rows", "SELECT range AS n FROM range(100000000)", /^1000 rows, and there are more: add a condition/],
    ["characters", "SELECT repeat('x', 9000) AS x FROM range(100)", /^cut to 40,000 characters: .*\n100 rows\nx\n/],
    ["columns", `SELECT ${Array.from({length: 6000}, (_, i) => `${i} AS a_column_${i}`)}`, /^cut to 40,000 char/]
  ])("cuts an answer of too many %s, and says so", async (_many, sql, says) => {
    const {isError, text} = await call("query", {sql});
    expect({isError, text}).toEqual({isError: false, text: expect.stringMatching(says)});
    expect(text.length).toBeLessThan(41_000);
  });

  it("has the guide, and asks to read its vocabulary", async () => {
    const client = clients.store;
    expect(client.getInstructions()).toContain("feedbook://guide/vocabulary");
    const {resources} = await client.listResources();
    expect(resources.map(({name}) => `${name}.md`)).toEqual(readdirSync("src/guide"));
    const {contents} = await client.readResource({uri: "feedbook://guide/vocabulary"});
    const text = readFileSync("src/guide/vocabulary.md", "utf8");
    expect(contents).toEqual([{uri: "feedbook://guide/vocabulary", mimeType: "text/markdown", text}]);
  });

  it("ends with its client, has written nothing but protocol, and never the token", async () => {
    for (const place of places) await clients[place].close();
    expect(pids.filter((pid) => isAlive(Number(pid)))).toEqual([]);
    expect(said.length).toBeGreaterThan(50);
    expect(said.filter((text) => text.includes(token) || text.includes("no protocol"))).toEqual([]);
  });
});

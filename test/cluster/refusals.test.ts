import {readdirSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {account, type Fault, startFake} from "./fake.js";
import {machine} from "./machines.js";

const {cluster, run, runWith, path} = machine();
const {FEEDBOOK_CLICKHOUSE_PASSWORD: password, FEEDBOOK_CLICKHOUSE_USER: user} = account;
const oneLine = (text: string) => expect.stringMatching(RegExp(`^feedbook: ${text}[^\n]*$`));

describe("feedbook ship with bad settings", () => {
  it.each([
    ["", "missing FEEDBOOK_CLICKHOUSE_URL: set it, as in http://127.0.0.1:8123/default"],
    ["clickhouse://here:9000", "invalid FEEDBOOK_CLICKHOUSE_URL: .*allowed: an http or https address"],
    ["http://me:hush-hush@here/default", "invalid FEEDBOOK_CLICKHOUSE_URL: .*without user and password"]
  ])("%j ends with one sentence and 2", async (url, message) => {
    const ended = await runWith({env: {FEEDBOOK_CLICKHOUSE_URL: url}}, "ship");
    expect(ended).toEqual({exitCode: 2, stdout: "", stderr: oneLine(message)});
    expect(ended.stderr).not.toContain("hush-hush");
  });

  it.each([
    [["--repair"], "--repair needs --verify"],
    [["--again", "--verify"], "--again sends all rows, and --verify only compares: leave one out"]
  ])("%j end with 2", async (options, message) => {
    expect(await run("ship", ...options)).toEqual({exitCode: 2, stdout: "", stderr: oneLine(`${message}$`)});
  });

  it("a store that does not exist ends with one sentence, and is not made", async () => {
    for (const more of [[], ["--verify"]]) {
      const ended = await run("ship", ...more, "--store", path("none.duckdb"), "--quiet");
      expect(ended).toEqual({exitCode: 1, stdout: "", stderr: oneLine(".*none.duckdb")});
    }
    expect(readdirSync(path())).not.toContain("none.duckdb");
  });

  it("an unknown database ends with 2", async () => {
    const env = {FEEDBOOK_CLICKHOUSE_URL: cluster().url.replace("default", "missing")};
    const remedy = "Database missing does not exist: give FEEDBOOK_CLICKHOUSE_URL the path of a database that is there";
    expect(await runWith({env}, "ship")).toEqual({exitCode: 2, stdout: "", stderr: oneLine(`.* refuses: ${remedy}$`)});
  });

  it("a server that does not run ends with 1", async () => {
    const env = {FEEDBOOK_CLICKHOUSE_URL: "http://127.0.0.1:9"};
    const ended = {
      exitCode: 1,
      stdout: "",
      stderr: oneLine("no answer of the ClickHouse server at http://127.0.0.1:9: ")
    };
    expect(await runWith({env}, "ship", "--quiet")).toEqual(ended);
  });
});

describe("feedbook ship to a server that does not take an insert", () => {
  const insert = /^INSERT INTO rejected_entries/;
  it.each<[string, Fault, number, string]>([
    ["lacks the table", {code: 60, text: "Unknown table"}, 2, "refuses: Unknown table: feedbook ship makes the tables"],
    [
      "forbids it",
      {code: 497, text: "Not enough privileges"},
      2,
      "refuses: Not enough privileges: give this user the right$"
    ],
    ["has a full disk", {code: 243, text: "Cannot reserve 1.00 MiB"}, 1, "fails: Cannot reserve 1.00 MiB$"]
  ])("sends the rest later where it %s", async (_, fault, exitCode, message) => {
    cluster().fail(insert, fault);
    expect(await run("ship", "--quiet")).toEqual({
      exitCode,
      stdout: "",
      stderr: oneLine(`the ClickHouse server at \\S+ ${message}`)
    });
    expect(JSON.parse((await run("ship", "--json", "--quiet")).stdout)).toMatchObject({updates: 8, responses: 4});
  });

  it.each<[string, number, string]>([
    ["<html>Welcome</html>", 2, "the ClickHouse server at \\S+ gives no version: FEEDBOOK_CLICKHOUSE_URL is no "],
    ["<html>\n</html>\n", 1, "no answer of the ClickHouse server at "]
  ])("ends where a server answers all with %j", async (body, exitCode, message) => {
    cluster().fail(/./, {body}, 99);
    expect(await run("ship", "--quiet")).toEqual({exitCode, stdout: "", stderr: oneLine(message)});
    expect(cluster().requests).toHaveLength(1);
    const published = await runWith({env: {FEEDBOOK_ENGINE: "clickhouse"}}, "publish", "--quiet");
    expect(published).toEqual({exitCode, stdout: "", stderr: oneLine(message)});
  });
});

describe("the password of a cluster", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
  const spellings = [
    password,
    encodeURIComponent(password),
    JSON.stringify(password).slice(1, -1),
    base64(`${user}:${password}`)
  ];
  const leaks = (text: string) => spellings.filter((spelling) => text.includes(spelling));

  it("goes to no other host", async () => {
    const other = await startFake();
    cluster().fail(/version/, {location: other.url}, 9);
    expect(await run("ship", "--quiet")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: oneLine("no answer of the ClickHouse server at \\S+: a refusal without a reason: see that it runs")
    });
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  it("is in no message, though the server repeats it", async () => {
    const env = {FEEDBOOK_CLICKHOUSE_PASSWORD: `${password}-`, FEEDBOOK_DEBUG: "1"};
    const {exitCode, stdout, stderr} = await runWith({env}, "ship");
    expect({exitCode, leaks: leaks(stdout + stderr)}).toEqual({exitCode: 2, leaks: []});
    expect(stderr).toMatch(/refuses: Authentication failed: \S+ is incorrect: set FEEDBOOK_CLICKHOUSE_USER and /);
  });

  it("is in no file, and no address or statement that the server gets", async () => {
    for (const args of [[], ["--again", "--json"], ["--verify"], ["--ddl"]]) {
      const {exitCode, stdout, stderr} = await run("ship", ...args);
      expect({args, exitCode, leaks: leaks(stdout + stderr)}).toEqual({args, exitCode: 0, leaks: []});
    }
    const files = readdirSync(path(), {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
    for (const {parentPath, name} of files) expect(leaks(readFileSync(`${parentPath}/${name}`, "latin1"))).toEqual([]);
    const sent = cluster().requests.map((request) => request.replace(/"authorization":"[^"]*"/, ""));
    expect(leaks([...sent, ...cluster().statements].join("\n"))).toEqual([]);
  });
});

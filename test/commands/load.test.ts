import {existsSync, readFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {startSandbox} from "../../loaders/service/sandbox/server.js";
import {cliFolder} from "../helpers/cli.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {recorded} from "../helpers/store.js";
import {reply} from "../service/loopback.js";

const {alter, configure, emptyStore, path, run, runWith, sql, write} = cliFolder();
const token = "a-secret-token";
const update = (...entries: unknown[]) =>
  JSON.stringify({parsed: {timestampUs: 1778594100000000, priceFeeds: entries}});
const hour = ["--from", "2026-05-12T13:00:00Z", "--every", "1m"];

describe("feedbook load", () => {
  it.each<[string, string[], string[], number]>([
    ["no load is listed", [], [], 0],
    ["one cannot begin, and one fails in part", ["none", "bad", "good"], [], 1],
    ["one cannot begin, and entries were rejected under --strict", ["none", "rejected"], ["--strict"], 2],
    ["entries were rejected", ["rejected"], [], 0],
    ["entries were rejected under --strict", ["rejected", "good"], ["--strict"], 3]
  ])("runs all listed loads, and ends with the worst code: %s", async (_what, names, flags, exitCode) => {
    await emptyStore();
    write("good.json", recorded);
    write("bad.json", "<html>");
    write("rejected.json", update({priceFeedId: -1}));
    configure({loads: names.map((name) => ({command: "file", paths: [`${name}.json`]}))});
    const {stdout, ...ended} = await run("load", "--json", ...flags);
    expect(ended.exitCode).toBe(exitCode);
    const statuses = {good: "done", rejected: "done", bad: "failed in part", none: "failed"};
    expect(JSON.parse(stdout).map(({status}: {status: string}) => status)).toEqual(
      names.map((name) => statuses[name as keyof typeof statuses])
    );
  });

  it("ends with 1, and starts no other load, when interrupted", async () => {
    await emptyStore();
    configure({loads: [{command: "history", from: "2026-05-01", to: "2026-05-10", every: "1m"}, {command: "latest"}]});
    const controller = new AbortController();
    const loading = runWith({signal: controller.signal}, "load", "--feeds", "1,2");
    await expect.poll(() => existsSync(path("data", "feeds.duckdb.wal")), {timeout: 20_000}).toBe(true); // it is booked
    controller.abort();
    expect((await loading).exitCode).toBe(1);
    expect(JSON.parse((await run("status", "--json")).stdout).loads).toMatchObject([
      {command: "history", status: "interrupted"}
    ]);
  });

  it("marks a sandbox of another process as simulated, and keeps the token out of texts and store", async () => {
    await emptyStore();
    const sandbox = await startSandbox();
    const env = {FEEDBOOK_BASE_URL: sandbox.url, FEEDBOOK_TOKEN: token};
    const {exitCode, stdout, stderr} = await runWith({env}, "load", "latest", "--feeds", "1,2");
    await sandbox.close();
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain(token);
    expect(await sql("SELECT sandbox, rows FROM loads")).toEqual([{sandbox: true, rows: 2}]);
    expect(readFileSync(path("data", "feeds.duckdb")).includes(token)).toBe(false);
  });

  it("exits with 3 when it rejects more than rows.maxRejectedShare, and keeps the other entries", async () => {
    await emptyStore();
    write("1.json", update({priceFeedId: 1}, {priceFeedId: 2}, {priceFeedId: -1}, {priceFeedId: 3}));
    configure({rows: {maxRejectedShare: 0.25}});
    expect(await run("load", "file", "1.json")).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringMatching(/rejected 1/)
    });
    configure({rows: {maxRejectedShare: 0.2}});
    const {exitCode, stdout, stderr} = await run("load", "file", "1.json", "--again");
    expect(exitCode).toBe(3);
    expect(stdout).toContain("1 rejected (feedbook rejects)");
    expect(stderr).toMatch(/^warning: rejected 1 of 4 entries \(25 %\), and rows\.maxRejectedShare allows 20 %/m);
    expect(await sql("SELECT DISTINCT rows, rejected, status FROM loads")).toEqual([
      {rows: 3, rejected: 1, status: "done"}
    ]);
  });
});

describe("feedbook load latest", () => {
  it("sends no control character to the terminal, whatever the user or the service writes", async () => {
    await emptyStore();
    const {stderr} = await run("load", "latest", "--symbols", "\u001b[2Jgone");
    expect(stderr).toContain("unknown symbol: \\u001b[2Jgone");
    await run("feeds", "--refresh");
    await alter("UPDATE feeds SET symbol = concat(chr(27), '[2Jgone') WHERE symbol = 'Crypto.BTC/USD'");
    for (const command of [["feeds", "1"], ["status"], ["sql", "SELECT symbol FROM feeds WHERE priceFeedId = 1"]]) {
      const {stdout} = await run(...command);
      const [shown, sent] = [stdout.includes("\\u001b[2Jgone"), stdout.includes("\u001b")];
      expect({command, shown, sent}).toEqual({command, shown: true, sent: false});
    }
  });

  it("names missing, unrequested and refused feeds, and feeds without an exponent", async () => {
    const catalogue = [
      {pyth_lazer_id: 1, symbol: "A", state: "stable", exponent: -8},
      {pyth_lazer_id: 2, symbol: "\u001b[2JB", state: "stable"},
      {pyth_lazer_id: 4, symbol: "C", state: "stable"}
    ];
    const answer = ({priceFeedIds = []}: Asked) =>
      priceFeedIds.includes(3)
        ? reply(403, "Not entitled: feed 3")
        : reply(200, updateOf([1, 4, 77]).replaceAll(',"exponent":-2', ""));
    const {url} = await serveFeeds({catalogue, answer});
    await emptyStore();
    const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token};
    const {exitCode, stdout} = await runWith({env}, "load", "latest", "--feeds", "1,2,3,4");
    expect({exitCode, stdout}).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining(
        "4 asked = 2 received + 1 missing + 1 refused; 0 already there, 0 rejected; " +
          "3 updates without an exponent (A (1): -8 of the catalogue, C (4): no exponent in the catalogue, so null, " +
          "77: no exponent in the catalogue, so null); " +
          "feeds that did not come: \\u001b[2JB (2); feeds that nobody asked for: 77; left out: 3"
      )
    });
  });
});

describe("feedbook load history", () => {
  it("reports the rows before a failure", async () => {
    await emptyStore();
    const answer = ({priceFeedIds = [], timestamp = 0}: Asked) =>
      timestamp % 180_000_000 === 0 ? reply(401, "who are you?") : reply(200, updateOf(priceFeedIds, timestamp));
    const {url} = await serveFeeds({answer});
    configure({service: {concurrency: 1}});
    const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token};
    const until = ["--from", "2026-05-12T13:04:00Z", "--to", "2026-05-12T13:07:00Z", "--every", "1m", "--feeds", "1"];
    const broken = await runWith({env}, "load", "history", ...until);
    expect(broken).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/^history failed in .*: 2 rows, /)});
  });

  it("--dry-run shows its plan, requests only the catalogue, and makes no store", async () => {
    const listed = [1, 2, 3].map((id) => ({pyth_lazer_id: id, symbol: `F${id}`, state: "stable"}));
    const {url, seen} = await serveFeeds({
      catalogue: [...listed, {pyth_lazer_id: 4, symbol: "S", state: "coming_soon"}]
    });
    configure({service: {batchSize: {price: 2}, concurrency: 2}});
    const plan = async (...args: string[]) => {
      const env = {FEEDBOOK_BASE_URL: url, FEEDBOOK_TOKEN: token};
      const flags = [...hour, ...args, "--feeds", "1,2,4", "--dry-run"];
      return (await runWith({env}, "load", "history", ...flags)).stdout;
    };
    expect((await plan("--to", "2026-05-12T13:04:00Z")).split("\n")).toEqual([
      "history would ask for 15 feeds × instants in 10 requests; 10 rows expected, 0 already there",
      "estimated time: 1 s (2 requests at a time, 150 ms each assumed, as the store has no answer yet)"
    ]);
    expect(seen.map(({method, url}) => `${method} ${url}`)).toEqual(["GET /v1/symbols"]);
    expect(await plan("--to", "2026-05-12T20:00:00Z", "--every", "1s")).toContain("estimated time: 1 h 3 min 1 s (2 ");
    expect(existsSync(path("data"))).toBe(false);
  });
});

describe("feedbook load file", () => {
  it("keeps the good bodies of a file, and names the first hundred bad ones", async () => {
    await emptyStore();
    write("mixed.ndjson", `${recorded.trim()}\n${update(null)}\n${"<html>\n".repeat(103)}`);
    const {exitCode, stdout, stderr} = await run("load", "file", "mixed.ndjson", "--again");
    expect(exitCode).toBe(1);
    expect(stdout).toContain("3 rows, 105 responses; 0 already there, 1 rejected (feedbook rejects)");
    const warnings = stderr.split("\n").filter((line) => line.startsWith("warning: "));
    expect(warnings).toHaveLength(101);
    expect(warnings[0]).toMatch(/mixed\.ndjson#3: body is no JSON .*"<html>"/);
    expect(warnings[100]).toBe("warning: and 3 problems more");
  });
});

it("feedbook load reduce sends a kept body, and refuses a response without one", async () => {
  await emptyStore();
  configure({store: {keepBodies: true}, service: {formats: ["leUnsigned"]}});
  expect((await run("load", "latest", "--feeds", "1,2,6")).exitCode).toBe(0);
  const [{responseId}] = (await sql("SELECT responseId FROM responses")) as [{responseId: string}];
  const reduce = (id: string) => run("load", "reduce", "--response", id, "--feeds", "2");
  expect(await reduce(responseId)).toMatchObject({exitCode: 0, stdout: expect.stringContaining(" 1 row, ")});
  const stderr = expect.stringContaining("no kept body of response");
  expect(await reduce("../../../etc/passwd")).toMatchObject({exitCode: 2, stderr});
});

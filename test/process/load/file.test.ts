import {existsSync} from "node:fs";
import {resolve} from "node:path";
import {PassThrough} from "node:stream";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../../helpers/cli.js";
import {recorded} from "../../helpers/store.js";

const cases = resolve("test/fixtures/cases");
const {emptyStore, configure, path, run, sql, startWith, write} = cliFolder();

describe("feedbook load file", () => {
  it("loads the recorded body with its human values, once", async () => {
    write("body.json", recorded);
    expect((await run("load", "file", "body.json")).stdout).toContain("3 rows");
    expect(await sql("SELECT price FROM prices WHERE priceFeedId < 100 ORDER BY priceFeedId")).toEqual([
      {price: 80639.53748222},
      {price: 2276.76960645}
    ]);
    expect(await sql("SELECT rate8h FROM funding")).toEqual([{rate8h: 3.877e-5}]);
    const again = await run("load", "file", "body.json");
    expect(again.stderr).toContain("is in the store already: skipped");
    expect((await run("load", "file", "body.json", "--again")).stdout).toContain("3 rows");
    expect(await sql("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 6}]);
  });

  it("reads lines, gzip, folders and gzipped standard input", async () => {
    await emptyStore();
    const body = (id: number) =>
      JSON.stringify({parsed: {timestampUs: 1778594100000000, priceFeeds: [{priceFeedId: id}]}});
    write("a.ndjson", `${body(1)}\n\n${body(2)}\n`);
    write("b.json.gz", gzipSync(body(3)));
    write("c.ndjson.gz", gzipSync(`${body(4)}\n${body(5)}`));
    expect((await run("load", "file", ".")).stdout).toContain("5 rows, 5 responses");
    expect(
      (await startWith({input: gzipSync(JSON.stringify(JSON.parse(body(6)), null, 2))}, "load", "file", "-")).exitCode
    ).toBe(0);
    expect(await sql("SELECT priceFeedId FROM feed_updates ORDER BY 1")).toEqual(
      [1, 2, 3, 4, 5, 6].map((priceFeedId) => ({priceFeedId}))
    );
  });

  it.each([
    ["03-websocket.ndjson", 0, /: 3 rows, 3 responses; 0 already there, 0 rejected/],
    ["09-no-timestamp.json", 0, /; 1 response without a readable time: dated by the latest feedUpdateTimestamp/],
    ["22-hermes.json", 1, /^file failed in part .*: 0 rows/],
    ["42-header-zero.ndjson", 1, /^file failed in part .*: 2 rows/]
  ])("ends %s with %i", async (name, exitCode, stdout) => {
    await emptyStore();
    const ended = await run("load", "file", `${cases}/${name}`);
    expect(ended).toMatchObject({exitCode, stdout: expect.stringMatching(stdout)});
  });

  it("says that a store which it made has nothing, where the file is damaged, and only then", async () => {
    write("bad.json.gz", Buffer.from("1f8b0800", "hex"));
    const load = async () => {
      const {exitCode, stderr} = await run("load", "file", "bad.json.gz", "--store", "new.duckdb");
      return [exitCode, stderr.split("\n")];
    };
    const failed = "warning: cannot read bad.json.gz: unexpected end of file";
    const told = expect.stringMatching(
      /new\.duckdb was made for this load, and has nothing but its failure: delete it/
    );
    expect(await load()).toEqual([1, [failed, told]]);
    expect(await load()).toEqual([1, [failed]]);
  });

  it("keeps what is good of files in which something is bad, and fails", async () => {
    await emptyStore();
    write(
      "mixed.ndjson",
      `${recorded.trim()}\n{"parsed":\n<html>\n{"parsed":{"timestampUs":1778594100000000,"priceFeeds":[null]}}\n`
    );
    const {exitCode, stdout, stderr} = await run("load", "file", "mixed.ndjson");
    expect(exitCode).toBe(1);
    expect(stdout).toContain("3 rows, 4 responses; 0 already there, 1 rejected (feedbook rejects)");
    expect(stderr).toMatch(/mixed\.ndjson#2: body is no JSON/);
    expect(stderr).toMatch(/mixed\.ndjson#3: body is no JSON .*"<html>"/);
    expect(await sql("SELECT sum(entries) = sum(rows) + sum(rejected) AS balanced FROM responses")).toEqual([
      {balanced: true}
    ]);
  });

  it("tells under --quiet only what went wrong, the first hundred of it, and counts the rest", async () => {
    await emptyStore();
    write("bad.ndjson", "<html>\n".repeat(103));
    const {exitCode, stdout, stderr} = await run("load", "file", "bad.ndjson", "--quiet", "--again");
    expect({exitCode, stdout}).toEqual({exitCode: 1, stdout: ""});
    const lines = stderr.split("\n");
    expect(lines).toHaveLength(101);
    expect(lines[0]).toMatch(/^warning: file:.*bad\.ndjson#1: body is no JSON/);
    expect(lines[100]).toBe("warning: and 3 problems more");
  });

  it("keeps what came on standard input so far when it is ended", async () => {
    await emptyStore();
    configure({store: {keepBodies: true}});
    const input = new PassThrough();
    const running = startWith({input}, "load", "file", "-");
    input.write(`${recorded.trim().replaceAll("\n", "")}\n`);
    await expect.poll(() => existsSync(path("data", "feeds.bodies")), {timeout: 60_000}).toBe(true); // it is being committed
    running.kill("SIGTERM");
    const {stdout} = await running;
    expect(stdout).toMatch(/^file interrupted in .*: 3 rows/);
    expect(await sql("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 3}]);
  });

  it("refuses a file that is none of bodies, whatever the store holds", async () => {
    await run("feeds", "--refresh");
    write("README.md", "# Readme");
    const {exitCode, stderr} = await run("load", "file", "README.md");
    expect({exitCode, stderr}).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^feedbook: no body file: README\.md; /)
    });
  });

  it("refuses a file that is not there", async () => {
    const {exitCode, stderr} = await run("load", "file", "none.json");
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: "feedbook: no such file: none.json"});
    expect(existsSync(path("data"))).toBe(false);
  });
});

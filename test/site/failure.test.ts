import {once} from "node:events";
import {createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Loader} from "@observablehq/framework/dist/loader.js";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {failureOf, isRecent, reportedError, runLoader} from "../../loaders/site/failure.js";
import {makeSnapshot} from "../helpers/snapshot.js";

let root: string;
let loader: Loader;
const told: string[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-failure-"));
  const [path, targetPath] = ["data/x.json.mjs", "data/x.json"];
  loader = {root, path: path.slice(5), targetPath, command: process.execPath, args: [], load: async () => ""};
  loader.args = [join(root, loader.path)];
  told.length = 0;
  vi.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, {recursive: true});
});

async function run(code: string): Promise<string> {
  writeFileSync(join(root, loader.path), code);
  const output = createWriteStream(join(root, "output"));
  await once(output, "open");
  try {
    await runLoader(loader, output, join(root, "feeds.duckdb"));
    return readFileSync(join(root, "output"), "utf8");
  } finally {
    output.close();
  }
}

describe("runLoader(loader, output)", () => {
  it("gives the output what the loader prints, and passes on what it tells", async () => {
    expect(await run("console.log('[1]'); console.error('slow today');")).toBe("[1]\n");
    expect([told, failureOf(loader)]).toEqual([["slow today\n"], undefined]);
  });

  it.each([
    ["throws", "throw new Error('odd')", /x\.json\.mjs:1[\s\S]*Error: odd/],
    ["ends silently", "process.exit(7)", /x\.json\.mjs: ended with 7$/],
    ["is killed", "process.kill(process.pid, 'SIGKILL')", /x\.json\.mjs: ended with SIGKILL$/],
    ["says something without its name", "console.error('no luck'); process.exit(1)", /x\.json\.mjs: no luck$/]
  ])("fails with file and reason where a loader %s", async (_what, code, reason) => {
    await expect(run(code)).rejects.toThrow(reason);
    expect(told).toHaveLength(1);
    expect(failureOf(loader)?.message).toMatch(reason);
  });

  it("tells the same failure of the same file once, and forgets it when it is mended", async () => {
    writeFileSync(join(root, loader.path), "process.exit(1)");
    const output = createWriteStream(join(root, "output"));
    await once(output, "open");
    const failures = [];
    for (let i = 0; i < 3; ++i) failures.push(await runLoader(loader, output, "").catch((error: unknown) => error));
    expect([told.length, new Set(failures).size]).toEqual([1, 1]);
    output.close();
    await run("console.log(2)");
    expect(failureOf(loader)).toBeUndefined();
  });

  it("runs SQL with the parameters of its path, several at a time, and fails with the line", async () => {
    await makeSnapshot(join(root, "feeds.duckdb"), {hours: 1});
    const sql = "SELECT count(*) AS n FROM prices WHERE priceFeedId = $feed";
    loader = {root, path: "count.json.sql", targetPath: "count.json", params: {feed: "1"}, load: async () => ""};
    expect(await Promise.all([run(sql), run(sql)])).toEqual(['[{"n":60}]', '[{"n":60}]']);
    await expect(run("FROM nothing")).rejects.toThrow(/count\.json\.sql:1: Catalog Error: Table with name nothing/);
    expect(told).toHaveLength(1);
  });

  it("fails where its program is not there", async () => {
    loader.command = join(root, "nothing");
    await expect(run("")).rejects.toThrow("ENOENT");
  });
});

describe("reportedError(message)", () => {
  it("tells the message once, and is an answer 500", () => {
    expect(reportedError("src/x.md:1: no")).toMatchObject({message: "src/x.md:1: no", statusCode: 500, print: false});
    expect(told).toEqual(["src/x.md:1: no\n"]);
  });
});

describe("isRecent(error)", () => {
  it("knows Framework's own words for a failure that it has told already", () => {
    const source = readFileSync("node_modules/@observablehq/framework/dist/loader.js", "utf8");
    const [, words = ""] = /new Error\("(loader skipped[^"]*)"\)/.exec(source) ?? [];
    expect([isRecent(new Error(words)), isRecent(new Error("other")), isRecent(words)]).toEqual([true, false, false]);
  });
});

import {once} from "node:events";
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {execa} from "execa";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {
  folderOf,
  freshOutput,
  runLoader,
  storesFolder,
  tidyStores
} from "../../../loaders/site/data-loaders/outputs.js";
import {sharedSnapshot} from "../../pages/queries.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-stores-"));
});
afterEach(() => rmSync(root, {recursive: true}));

const stores = () => join(root, storesFolder);
const outputs = () => readdirSync(stores()).filter((name) => !name.endsWith(".path"));
const notes = () => readdirSync(stores()).filter((name) => name.endsWith(".path"));

// A snapshot, and what a preview or a build of it made.
function use(name: string): string {
  const path = join(root, name);
  writeFileSync(path, "snapshot");
  tidyStores(root, path);
  mkdirSync(join(stores(), folderOf(path), "data"), {recursive: true});
  writeFileSync(join(stores(), folderOf(path), "data", "index.json"), name);
  return path;
}

describe("tidyStores(root, snapshotPath)", () => {
  it("removes the outputs of snapshots that are gone, and no others", () => {
    const [one, two, three] = ["one", "two", "three"].map(use) as [string, string, string];
    expect(outputs()).toHaveLength(3);
    rmSync(two);
    tidyStores(root, three);
    expect(outputs().toSorted()).toEqual([folderOf(one), folderOf(three)].toSorted());
    expect(notes()).toHaveLength(2);
  });

  it("keeps its own, although its snapshot is not there yet", () => {
    const own = use("one");
    rmSync(own);
    tidyStores(root, own);
    expect(outputs()).toEqual([folderOf(own)]);
  });

  it("removes a folder of which no note says whose it is", () => {
    const own = use("one");
    mkdirSync(join(stores(), "0123456789ab"));
    tidyStores(root, own);
    expect(outputs()).toEqual([folderOf(own)]);
  });

  it("is not hindered by processes that do the same, and takes nothing of theirs", async () => {
    for (const path of Array.from({length: 40}, (_, i) => use(`gone-${i}`))) rmSync(path);
    expect(outputs()).toHaveLength(40);
    const own = ["one", "two"].map((name) => join(root, name));
    const started = own.map((path) => {
      writeFileSync(path, "snapshot");
      const code = `import {tidyStores} from "${pathToFileURL(resolve("loaders/site/data-loaders/outputs.ts"))}";
        for (let i = 0; i < 50; ++i) tidyStores(${JSON.stringify(root)}, ${JSON.stringify(path)});`;
      return execa(process.execPath, ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", code]);
    });
    const kept = own.map((path) => join(stores(), folderOf(path)));
    for (const {exitCode} of await Promise.all(started)) expect(exitCode).toBe(0);
    expect(outputs()).toEqual([]);
    for (const folder of kept) mkdirSync(folder);
    tidyStores(root, own[0] ?? "");
    expect(outputs()).toHaveLength(2);
  });
});

describe("runLoader(loader, output, snapshotPath)", () => {
  async function run(path: string, code: string, program = {}): Promise<string> {
    writeFileSync(join(root, path), code);
    const node = {command: process.execPath, args: [join(root, path)]};
    const loader = {root, path, targetPath: path, params: {feed: "1"}, load: async () => "", ...node, ...program};
    const output = createWriteStream(join(root, "output"));
    await once(output, "open");
    try {
      await runLoader(loader, output, join(root, "feeds.duckdb"));
      return readFileSync(join(root, "output"), "utf8");
    } finally {
      output.close();
    }
  }

  it("gives the output what a program prints, and reports the same failure of the same file once", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const path = "x.json.mjs";
    expect(await run(path, "console.log('[1]'); console.error('slow today');")).toBe("[1]\n");
    expect(written.mock.calls).toEqual([["slow today\n"]]);
    await expect(run(path, "process.kill(process.pid, 'SIGKILL')")).rejects.toThrow(
      /x\.json\.mjs: ended with SIGKILL$/
    );
    await expect(run("y.json.mjs", "throw new Error('odd')")).rejects.toThrow(/y\.json\.mjs:1[\s\S]*Error: odd/);
    expect(written).toHaveBeenCalledTimes(3);
    written.mockRestore();
  });

  it.each([
    ["is not there", {command: "/no/such/program"}, "", /z\.json\.mjs: .*ENOENT/],
    ["ends silently", {}, "process.exit(7)", /z\.json\.mjs: ended with exit code 7$/],
    [
      "says too much",
      {},
      "for (let i = 0; i < 99; i++) console.error('no luck', i); process.exit(1)",
      /z\.json\.mjs: ended with exit code 1:\nno luck 84\n[\s\S]*no luck 98$/
    ]
  ])("fails with file and reason where a program %s", async (_what, program, code, reason) => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await expect(run("z.json.mjs", code, program)).rejects.toThrow(reason);
    written.mockRestore();
  });

  it("fails where SQL gives more rows than a text can hold", async () => {
    copyFileSync(await sharedSnapshot("empty"), join(root, "feeds.duckdb"));
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await expect(run("a.json.sql", "FROM range(1000001)")).rejects.toThrow(
      /a\.json\.sql:1: more than 1,000,000 rows: write them as \.parquet\.sql or \.duckdb\.sql/
    );
    written.mockRestore();
  });

  it.runIf(existsSync("/dev/full"))("fails where the disk is full", async () => {
    copyFileSync(await sharedSnapshot("empty"), join(root, "feeds.duckdb"));
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    writeFileSync(join(root, "b.json.sql"), "SELECT 1");
    const loader = {root, path: "b.json.sql", targetPath: "b.json", load: async () => ""};
    const output = createWriteStream("/dev/full");
    await expect(runLoader(loader, output, join(root, "feeds.duckdb"))).rejects.toThrow(/b\.json\.sql: ENOSPC/);
    written.mockRestore();
  });

  it("runs SQL with the parameters of its path, several at a time, and fails with the line, told once", async () => {
    copyFileSync(await sharedSnapshot("short"), join(root, "feeds.duckdb"));
    const sql = "SELECT count(*) AS n FROM prices WHERE priceFeedId = $feed";
    expect(await Promise.all([run("n.json.sql", sql), run("n.json.sql", sql)])).toEqual(['[{"n":480}]', '[{"n":480}]']);
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    writeFileSync(join(root, "n.json.sql"), "FROM nothing");
    const loader = {root, path: "n.json.sql", targetPath: "n.json.sql", load: async () => ""};
    const output = createWriteStream(join(root, "output"));
    const failed = () => runLoader(loader, output, join(root, "feeds.duckdb")).catch(String);
    const failures = [await failed(), await failed()];
    expect(failures[0]).toMatch(/n\.json\.sql:1: Catalog Error: Table with name nothing/);
    expect([failures[1], written.mock.calls.length]).toEqual([failures[0], 1]);
    const others = ["SELECT a", "SELECT b"].map((code, i) => run(`${i}.json.sql`, code).catch(String));
    expect(await Promise.all(others)).toEqual([
      expect.stringMatching(/0\.json\.sql:1: .*"a"/),
      expect.stringMatching(/1\.json\.sql:1: .*"b"/)
    ]);
    written.mockRestore();
    output.close();
  });
});

describe("freshOutput(loader, load, inputs)", () => {
  it("says why a loader failed where Framework only says that it did, and nothing older of another failure", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const snapshotPath = join(root, "feeds.duckdb");
    copyFileSync(await sharedSnapshot("empty"), snapshotPath);
    writeFileSync(join(root, "n.json.sql"), "FROM nothing");
    const loader = {root, path: "n.json.sql", targetPath: "n.json", load: async () => ""};
    const output = createWriteStream(join(root, "output"));
    const fresh = (load: () => Promise<string>) => freshOutput({...loader}, load, {snapshotPath}).catch(String);
    const failed = await freshOutput(loader, async () => `${await runLoader(loader, output, snapshotPath)}`, {
      snapshotPath
    }).catch(String);
    expect(failed).toMatch(/Table with name nothing/);
    loader.targetPath = "n.json";
    expect(await fresh(() => Promise.reject(new Error("loader skipped due to recent error")))).toBe(failed);
    expect(await fresh(() => Promise.reject(new Error("no space left")))).toBe("Error: no space left");
    written.mockRestore();
    output.close();
  });

  const rules = {"inputs/build.ts": 'export * from "../format/zone.js";', "format/zone.ts": "export {};"};
  const inputs = ["data/a.json.sql", "a.md", "feeds.duckdb", ...Object.keys(rules)];
  it.each([...inputs, "b.md"])("has a build make an answer anew where what it is of changed: %s", async (changed) => {
    const snapshotPath = use("feeds.duckdb");
    const output = join(stores(), folderOf(snapshotPath), "data/a.json");
    for (const path of [...inputs, "b.md"]) {
      mkdirSync(dirname(join(root, path)), {recursive: true});
      writeFileSync(join(root, path), new Map(Object.entries(rules)).get(path) ?? "-- answers: ../a.md\nFROM feeds");
      utimesSync(join(root, path), 1000, path === changed ? 3000 : 1000);
    }
    writeFileSync(output, "{}");
    utimesSync(output, 2000, 2000);
    const loader = {root, path: "data/a.json.sql", targetPath: "data/a.json", load: async () => ""};
    const isKept = async () => `kept: ${existsSync(output)}`;
    const kept = await freshOutput(loader, isKept, {snapshotPath, useStale: true});
    expect(kept).toBe(`kept: ${changed === "b.md"}`);
  });

  it("knows Framework's own words for a failure that it has told already", () => {
    const [ours, theirs] = [
      "loaders/site/data-loaders/outputs.ts",
      "node_modules/@observablehq/framework/dist/loader.js"
    ].map((path) => /"(loader skipped[^"]*)"/.exec(readFileSync(path, "utf8"))?.[1]);
    expect(ours).toBe(theirs);
  });
});

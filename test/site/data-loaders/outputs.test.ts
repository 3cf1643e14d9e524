import {once} from "node:events";
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {extensionsList, shipExtensions} from "../../../loaders/site/data-loaders/extensions.js";
import {
  folderOf,
  freshOutput,
  onWritten,
  outputPath,
  readsSnapshot,
  runLoader,
  storesFolder,
  tidyStores
} from "../../../loaders/site/data-loaders/outputs.js";
import {sharedSnapshot} from "../../pages/queries.js";

let root: string;
let snapshotPath: string;
let reports: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "feedbook-outputs-"));
  snapshotPath = join(root, "feeds.duckdb");
  reports = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => reports.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, {recursive: true});
});

function write(path: string, text = "", seconds = 1000): void {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), seconds, seconds);
}

describe("tidyStores(root, snapshotPath)", () => {
  const stores = () => join(root, storesFolder);
  const folders = () => readdirSync(stores()).filter((name) => !name.endsWith(".path"));

  // A snapshot with an output.
  function use(name: string): string {
    const path = join(root, name);
    writeFileSync(path, "snapshot");
    tidyStores(root, path);
    mkdirSync(join(stores(), folderOf(path), "data"), {recursive: true});
    return path;
  }

  it("removes the outputs of removed snapshots and folders without a note, and no others", () => {
    const [one, two, three] = ["one", "two", "three"].map(use) as [string, string, string];
    mkdirSync(join(stores(), "0123456789ab"));
    rmSync(two);
    tidyStores(root, three);
    expect(folders().toSorted()).toEqual([folderOf(one), folderOf(three)].toSorted());
  });

  it("keeps the outputs of its own snapshot, even if that is missing", () => {
    const own = use("one");
    rmSync(own);
    tidyStores(root, own);
    expect(folders()).toEqual([folderOf(own)]);
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
      await runLoader(loader, output, snapshotPath);
      return readFileSync(join(root, "output"), "utf8");
    } finally {
      output.close();
    }
  }

  it("writes what a program prints, and its warnings", async () => {
    expect(await run("x.json.mjs", "console.log('[1]'); console.error('slow today');")).toBe("[1]\n");
    expect(reports).toEqual(["slow today\n"]);
  });

  it.each([
    ["is missing", {command: "/no/such/program"}, "", /z\.json\.mjs: .*ENOENT/],
    ["throws", {}, "throw new Error('odd')", /z\.json\.mjs:1[\s\S]*Error: odd/],
    ["is killed", {}, "process.kill(process.pid, 'SIGKILL')", /z\.json\.mjs: ended with SIGKILL$/],
    ["ends silently", {}, "process.exit(7)", /z\.json\.mjs: ended with exit code 7$/],
    [
      "prints much",
      {},
      "for (let i = 0; i < 99; i++) console.error('no luck', i); process.exit(1)",
      /z\.json\.mjs: ended with exit code 1:\nno luck 84\n[\s\S]*no luck 98$/
    ]
  ])("fails with file and reason where a program %s", async (_what, program, code, reason) => {
    await expect(run("z.json.mjs", code, program)).rejects.toThrow(reason);
  });

  it("runs SQL with the parameters of its path, and reports the same failure of the same file once", async () => {
    copyFileSync(await sharedSnapshot("short"), snapshotPath);
    const sql = "SELECT count(*) AS n FROM prices WHERE priceFeedId = $feed";
    expect(await Promise.all([run("n.json.sql", sql), run("n.json.sql", sql)])).toEqual(['[{"n":480}]', '[{"n":480}]']);
    writeFileSync(join(root, "n.json.sql"), "FROM nothing");
    const loader = {root, path: "n.json.sql", targetPath: "n.json.sql", load: async () => ""};
    const output = createWriteStream(join(root, "output"));
    const failed = () => runLoader(loader, output, snapshotPath).catch(String);
    const failures = [await failed(), await failed()];
    expect(failures[0]).toMatch(/n\.json\.sql:1: Catalog Error: Table with name nothing/);
    expect([failures[1], reports.length]).toEqual([failures[0], 1]);
    output.close();
  });

  it("fails where SQL returns more rows than a text can hold", async () => {
    copyFileSync(await sharedSnapshot("empty"), snapshotPath);
    const failed = run("a.json.sql", "FROM range(1000001)");
    await expect(failed).rejects.toThrow(/a\.json\.sql:1: more than 1,000,000 rows: write them as \.parquet\.sql or/);
  });

  it.runIf(existsSync("/dev/full"))("fails where the disk is full", async () => {
    copyFileSync(await sharedSnapshot("empty"), snapshotPath);
    writeFileSync(join(root, "b.json.sql"), "SELECT 1");
    const loader = {root, path: "b.json.sql", targetPath: "b.json", load: async () => ""};
    const failed = runLoader(loader, createWriteStream("/dev/full"), snapshotPath);
    await expect(failed).rejects.toThrow(/b\.json\.sql: ENOSPC/);
  });
});

describe("freshOutput(loader, load, inputs)", () => {
  const inputs = () => ({snapshotPath, modules: root, useStale: true});

  // Whether a build uses an output that was written at second 2000.
  async function isKept(path: string, targetPath: string): Promise<boolean> {
    const output = outputPath(targetPath, inputs());
    write(output, "made", 2000);
    const loader = {root, path, targetPath, load: async () => ""};
    return (await freshOutput(loader, async () => `${existsSync(join(root, output))}`, inputs())) === "true";
  }

  it.each(["data/a.csv.sql", "feeds.duckdb", "other"])(
    "makes an output anew after a change of %s, unless it is another file",
    async (changed) => {
      for (const path of ["data/a.csv.sql", "feeds.duckdb", "other"])
        write(path, "FROM feeds", path === changed ? 3000 : 1000);
      expect(await isKept("data/a.csv.sql", "data/a.csv")).toBe(changed === "other");
    }
  );

  it("answers a page anew in each build, as its rules may have changed", async () => {
    write("data/a.json.sql", "-- answers: ../a.md\nFROM feeds");
    expect(await isKept("data/a.json.sql", "data/a.json")).toBe(false);
  });

  it("makes DuckDB-Wasm's module anew where the list of extensions changed, and fetches no extension again", async () => {
    vi.stubEnv("FEEDBOOK_EXTENSIONS", "");
    const keeps = async (names: readonly string[]) => {
      write(extensionsList, "icu");
      shipExtensions(root, names, {preview: false});
      const kept = [await isKept("duckdb/a.gz.ts", "duckdb/a.gz")];
      return [...kept, await isKept("duckdb/extensions/v1/a.wasm.ts", "duckdb/extensions/v1/a.wasm")];
    };
    expect(await keeps(["icu"])).toEqual([true, true]);
    expect(await keeps(["icu", "json"])).toEqual([false, true]);
    expect(await keeps([])).toEqual([false, true]);
    expect(shipExtensions(root, [], {preview: true})).toEqual({paths: [], head: ""});
  });

  it("fails with the loader's reason where Framework only says that it failed before, and with another failure as it is", async () => {
    copyFileSync(await sharedSnapshot("empty"), snapshotPath);
    writeFileSync(join(root, "n.json.sql"), "FROM nothing");
    const output = createWriteStream(join(root, "output"));
    const fresh = (load: (loader: Parameters<typeof runLoader>[0]) => Promise<unknown>) => {
      const loader = {root, path: "n.json.sql", targetPath: "n.json", load: async () => ""};
      return freshOutput(loader, async () => `${await load(loader)}`, {snapshotPath}).catch(String);
    };
    const failed = await fresh((loader) => runLoader(loader, output, snapshotPath));
    expect(failed).toMatch(/Table with name nothing/);
    const framework = readFileSync("node_modules/@observablehq/framework/dist/loader.js", "utf8");
    const [, skipped = ""] = /"(loader skipped[^"]*)"/.exec(framework) ?? [];
    expect(await fresh(() => Promise.reject(new Error(skipped)))).toBe(failed);
    expect(await fresh(() => Promise.reject(new Error("no space left")))).toBe("Error: no space left");
    output.close();
  });
});

it.each([
  ["feeds.duckdb.ts", "process.env.FEEDBOOK_SNAPSHOT", true],
  ["prices.json.sql", "FROM meta", true],
  ["weather.json.ts", "asks somebody else", false],
  ["plain.json", "FEEDBOOK_SNAPSHOT", false]
])("readsSnapshot(path) of %s with %s is %s", (path, text, reads) => {
  write(path, text);
  expect(readsSnapshot(join(root, path))).toBe(reads);
});

it("onWritten(path, callback) calls back for each new snapshot, and for no other file or mark, until it is closed", async () => {
  let seconds = 2000;
  const publish = () => {
    write("next", "", ++seconds);
    renameSync(join(root, "next"), snapshotPath);
  };
  let calls = 0;
  publish();
  const stop = onWritten(snapshotPath, () => ++calls);
  write("feeds.duckdb.wal");
  utimesSync(snapshotPath, 0, 0); // marks it as older than the store
  publish();
  await expect.poll(() => calls).toBe(1);
  publish();
  await expect.poll(() => calls).toBe(2);
  stop();
  publish();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls).toBe(2);
  onWritten(join(root, "none/feeds.duckdb"), () => {})();
});

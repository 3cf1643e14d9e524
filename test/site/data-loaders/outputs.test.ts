import {once} from "node:events";
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {freshOutput, outputPath, runLoader} from "../../../loaders/site/data-loaders/outputs.js";
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
  rmSync(root, {recursive: true});
});

function write(path: string, text = "", seconds = 1000): void {
  mkdirSync(dirname(join(root, path)), {recursive: true});
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), seconds, seconds);
}

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
});

describe("freshOutput(loader, load, inputs)", () => {
  const inputs = () => ({snapshotPath, useStale: true});

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
});

import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeWorkspace} from "../helpers/workspace.js";

const workspace = makeWorkspace();
const {exitCode: denied} = await execa("unshare", ["-n", "true"], {reject: false});

beforeAll(() => makeSnapshot(workspace.snapshotPath, {hours: 1}));
afterAll(() => workspace.remove());

// A network namespace of its own, in which there is nothing but the loopback; only root on Linux may make one.
describe.skipIf(denied !== 0)("observable build without a network", () => {
  it("builds every page, with no address of another host in what a page loads", async () => {
    const build =
      "ip link set lo up 2>/dev/null; exec node node_modules/@observablehq/framework/dist/bin/observable.js build";
    const options = {cwd: workspace.root, env: workspace.env, reject: false, all: true} as const;
    const {all, exitCode} = await execa("unshare", ["-n", "sh", "-c", build], options);
    expect({all: exitCode === 0 ? "" : all, exitCode}).toEqual({all: "", exitCode: 0});
    const dist = join(workspace.root, "dist");
    for (const page of ["index", "prices", "spreads", "funding"]) {
      expect(existsSync(join(dist, `${page}.html`))).toBe(true);
      const html = readFileSync(join(dist, `${page}.html`), "utf8");
      expect(html.match(/(?:href|src|from|import\()\s*=?\s*["'](?:https?:)?\/\/[^"']+/g)).toBeNull();
    }
    expect(existsSync(join(dist, "_npm"))).toBe(false);
    const files = readdirSync(dist, {recursive: true, encoding: "utf8"}).map((path) => path.replaceAll("\\", "/"));
    expect(files.filter((path) => /_file\/lib\/duckdb-eh\.wasm\.[0-9a-f]{8}\.gz$/.test(path))).toHaveLength(1);
    expect(files.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  });
});

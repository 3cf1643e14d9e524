import {cpSync, existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {execa} from "execa";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeWorkspace} from "../helpers/workspace.js";

const workspace = makeWorkspace({fresh: true});
const dist = join(workspace.root, "dist");
const {exitCode: denied} = await execa("unshare", ["-n", "true"], {reject: false});

beforeAll(async () => {
  await makeSnapshot(workspace.snapshotPath, {hours: 1});
  cpSync(`${workspace.snapshotPath}.store`, join(workspace.root, "data/feeds.duckdb"));
});
afterAll(() => workspace.remove());

// In a network namespace of its own, where there is nothing but the loopback; only root on Linux may make one.
describe(`feedbook build${denied === 0 ? " without a network" : ""}`, () => {
  it("builds every page, with no address of another host in what a page loads", async () => {
    writeFileSync(join(workspace.root, "src/plain.md"), plain);
    const build = `ip link set lo up 2>/dev/null; exec node ${resolve("loaders/run.mjs")} loaders/cli.ts build`;
    const options = {cwd: workspace.root, env: workspace.env, reject: false, all: true} as const;
    const [command = "", ...args] = [...(denied === 0 ? ["unshare", "-n"] : []), "sh", "-c", build];
    const {all, exitCode} = await execa(command, args, options);
    expect({all: exitCode === 0 ? "" : all, exitCode}).toEqual({all: "", exitCode: 0});
    const pages = readdirSync("src").flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);
    expect(pages).toContain("data");
    for (const page of pages) {
      expect(existsSync(join(dist, `${page}.html`))).toBe(true);
      const html = readFileSync(join(dist, `${page}.html`), "utf8");
      expect(html.match(/(?:href|src|from|import\()\s*=?\s*["'](?:https?:)?\/\/[^"']+/g)).toBeNull();
    }
    expect(existsSync(join(dist, "_npm"))).toBe(false);
    const files = readdirSync(dist, {recursive: true, encoding: "utf8"}).map((path) => path.replaceAll("\\", "/"));
    expect(files.filter((path) => /_file\/engine\/duckdb-eh\.wasm\.[0-9a-f]{8}\.gz$/.test(path))).toHaveLength(1);
    expect(files.filter((path) => path.endsWith(".wasm"))).toEqual([]);
  });

  it("builds it with the notices of every package that pages are made with, linked on each page", () => {
    const folders = readdirSync(`${workspace.root}/src/.observablehq/cache/_node`, {recursive: true, encoding: "utf8"});
    const packages = folders.filter((name) => /^(?:@[^/]+\/)?[^/]+@[^/]+$/.test(name));
    expect(packages.length).toBeGreaterThan(20);
    const notices = readFileSync(join(dist, "licenses.txt"), "utf8");
    expect(
      packages.filter(
        (name) =>
          !notices.includes(`\n${name.replace(/(?<=.)@/, " ")}, `) && !notices.startsWith(name.replace(/(?<=.)@/, " "))
      )
    ).toEqual([]);
    expect(built().filter((page) => !page.includes('href="./licenses.txt"'))).toEqual([]);
  });

  it("marks each page as simulated, once", () => {
    expect(built().map((page) => page.split("Simulated data.").length - 1)).toEqual(Array(built().length).fill(1));
  });
});

// A page with a header of its own.
const plain = `---\nheader: mine\n---\n${"$"}{FileAttachment("data/index.json").json()}`;

function built(): string[] {
  const pages = readdirSync(dist).filter((name) => name.endsWith(".html"));
  return pages.map((page) => readFileSync(join(dist, page), "utf8"));
}

import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {execa} from "execa";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {folderOf, storesFolder, tidyStores} from "../../loaders/site/stores.js";

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

  it("leaves alone what stands elsewhere in the cache", () => {
    mkdirSync(join(root, ".observablehq", "cache", "lib"), {recursive: true});
    use("one");
    expect(existsSync(join(root, ".observablehq", "cache", "lib"))).toBe(true);
  });

  it("is not hindered by processes that do the same, and takes nothing of theirs", async () => {
    for (const path of Array.from({length: 40}, (_, i) => use(`gone-${i}`))) rmSync(path);
    expect(outputs()).toHaveLength(40);
    const own = ["one", "two", "three"].map((name) => join(root, name));
    const started = own.map((path) => {
      writeFileSync(path, "snapshot");
      const code = `import {tidyStores} from "${pathToFileURL(resolve("loaders/site/stores.ts"))}";
        for (let i = 0; i < 50; ++i) tidyStores(${JSON.stringify(root)}, ${JSON.stringify(path)});`;
      return execa(process.execPath, ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", code]);
    });
    const kept = own.map((path) => join(stores(), folderOf(path)));
    for (const {exitCode} of await Promise.all(started)) expect(exitCode).toBe(0);
    expect(outputs()).toEqual([]);
    for (const folder of kept) mkdirSync(folder);
    tidyStores(root, own[0] ?? "");
    expect(outputs()).toHaveLength(3);
  });
});

import {copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {assertOwnBlocks, attachedBlocks} from "../../loaders/snapshot/blocks.js";

const root = mkdtempSync(join(tmpdir(), "feedbook-blocks-"));
const data = join(root, "_file/data");
afterAll(() => rmSync(root, {recursive: true}));

// Alike but for one value.
async function make(name: string, value: number): Promise<void> {
  const instance = await DuckDBInstance.create(join(root, name));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE prices AS SELECT range + ${value} AS price FROM range(10000)`);
  connection.closeSync();
  instance.closeSync();
}

describe("assertOwnBlocks(root)", () => {
  beforeAll(async () => {
    assertOwnBlocks(root); // a site without either
    mkdirSync(data, {recursive: true});
    await make("old", 1);
    await make("new", 2);
    copyFileSync(join(root, "new"), join(data, "feeds.1a2b3c4d.duckdb"));
  });

  const build = async (name: string) => {
    writeFileSync(join(data, "feeds.blocks.5e6f7a8b.gz"), gzipSync(await attachedBlocks(join(root, name))));
    assertOwnBlocks(root);
  };

  it("takes those of the site's snapshot, and leaves no other file", async () => {
    await build("new");
    expect(readdirSync(data)).toHaveLength(2);
  });

  it("refuses those of another snapshot", async () => {
    await expect(build("old")).rejects.toThrow("a new snapshot was published meanwhile: build it again");
  });
});

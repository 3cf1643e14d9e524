import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, describe, expect, it} from "vitest";
import {ConfigError} from "../../loaders/config/errors.js";
import {readSettings} from "../../loaders/config/settings.js";

const [empty, configured] = ["empty", "configured"].map((name) => mkdtempSync(join(tmpdir(), `feedbook-${name}-`))) as [
  string,
  string
];
afterAll(() => {
  for (const folder of [empty, configured]) rmSync(folder, {recursive: true});
});

describe("readSettings({env, cwd, flags})", () => {
  it.each([
    ["md:feeds", "md:feeds", "data/md-feeds"],
    ["duckdb:other/all.duckdb#feeds", "duckdb:$/other/all.duckdb#feeds", "other/all.feeds"]
  ])("takes the address %s for a store", async (given, storePath, beside) => {
    const settings = await readSettings({env: {FEEDBOOK_STORE: given}, cwd: empty});
    expect(settings.storePath).toBe(storePath.replace("$", empty));
    expect(settings.snapshotPath).toContain(`${beside}.snapshot.duckdb`);
  });

  it.each([
    "md:feeds?motherduck_token=s3cret",
    "md:feeds?TOKEN = s3cret",
    "ducklake:postgres:host=db password='s3cret'",
    "ducklake:postgres://reader:s3cret@db/lake",
    "ducklake:postgres://reader:a/s3cret@db/lake",
    "postgres:pwd=s3cret"
  ])("refuses a secret in the address of a store, and does not show it: %s", async (path) => {
    const flag = readSettings({env: {}, cwd: empty, flags: {store: path}});
    await expect(flag).rejects.toThrow(/invalid --store: .*: set the environment variable motherduck_token/s);
    writeFileSync(join(configured, "feedbook.config.ts"), `export default {store: {path: ${JSON.stringify(path)}}};`);
    for (const refusal of [
      flag,
      readSettings({env: {FEEDBOOK_STORE: path}, cwd: empty}),
      readSettings({env: {}, cwd: configured})
    ]) {
      await expect(refusal).rejects.toThrow(ConfigError);
      await expect(refusal).rejects.not.toThrow(/s3c/);
    }
  });

  it("takes = in the path of a file, and # in the folder of an address", async () => {
    const store = "data/key=1/feeds.duckdb";
    expect((await readSettings({env: {FEEDBOOK_STORE: store}, cwd: empty})).storePath).toBe(join(empty, store));
    const cwd = join(empty, "c#");
    const {storePath, snapshotPath} = await readSettings({env: {FEEDBOOK_STORE: "duckdb:all.duckdb#own"}, cwd});
    expect([storePath, snapshotPath]).toEqual([
      `duckdb:${join(cwd, "all.duckdb")}#own`,
      join(cwd, "all.own.snapshot.duckdb")
    ]);
    expect((await readSettings({env: {FEEDBOOK_STORE: storePath}, cwd: empty})).storePath).toBe(storePath);
  });

  it.each([
    ["#my-schema", "a schema of letters"],
    ["#", "a schema of letters"],
    ["#snapshot", "other than snapshot and temp"],
    ["#Temp", "other than snapshot and temp"],
    [".snapshot.duckdb#own", "a store, not a snapshot"]
  ])("refuses a store at duckdb:data/all%s", async (end, allowed) => {
    const store = `duckdb:data/all${end}`;
    await expect(readSettings({env: {}, cwd: empty, flags: {store}})).rejects.toThrow(allowed);
  });
});

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
    ["md:feeds", "md:feeds", "data/md-feeds-df8bb20c"],
    ["duckdb:other/all.duckdb#feeds", "duckdb:$/other/all.duckdb#feeds", "other/all.feeds-db49b83c"]
  ])("takes the address %s for a store", async (given, storePath, beside) => {
    const settings = await readSettings({env: {FEEDBOOK_STORE: given}, cwd: empty});
    expect(settings.storePath).toBe(storePath.replace("$", empty));
    expect(settings.snapshotPath).toContain(`${beside}.snapshot.duckdb`);
  });

  const token = "an address without a token or password: set the environment variable motherduck_token";
  const places = "the path of a file, or an address such as duckdb:data/all.duckdb#mine or md:feeds";

  it.each([
    ["md:feeds?motherduck_token=s3cret", token],
    ["md:feeds?TOKEN = s3cret", token],
    ["ducklake:postgres:host=db password='s3cret'", token],
    ["ducklake:postgres://reader:s3cret@db/lake", token],
    ["ducklake:postgres://reader:a/s3cret@db/lake", token],
    ["postgres:pwd=s3cret", places],
    ["postgres://reader:s3cret@db/market", places],
    ["duckdb:https://db.example/all.duckdb?token=s3cret", places]
  ])("refuses a secret in the address of a store, and does not show it: %s", async (path, allowed) => {
    const flag = readSettings({env: {}, cwd: empty, flags: {store: path}});
    await expect(flag).rejects.toThrow(new RegExp(`^invalid --store: is "[^"]*"; allowed: ${allowed}$`));
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
      join(cwd, "all.own-7bd52c07.snapshot.duckdb")
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

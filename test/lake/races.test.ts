import {copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {readSettings} from "../../loaders/config/settings.js";
import {importLake} from "../../loaders/lake/import.js";
import {takeTurn} from "../../loaders/lake/writing.js";
import {ownMark} from "../../loaders/store/database/files.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {body} from "../store/dropping.js";
import {type LakeTest, makeLake, quietLog} from "./lakes.js";

let test: TestStore;
let other: TestStore;
let lake: LakeTest;

beforeEach(async () => {
  test = await makeStore();
  other = await makeStore();
  lake = await makeLake();
});

afterEach(() => {
  for (const made of [test, other, lake]) made.remove();
});

// A store and a lake of eight small files of a day, which the next write makes one. Made once, and copied.
let crowded: {test: TestStore; lake: LakeTest};

beforeAll(async () => {
  crowded = {test: await makeStore(), lake: await makeLake()};
  for (let i = 0; i < 8; i += 1) {
    await crowded.test.book(body(i));
    await crowded.lake.write(crowded.test);
  }
  crowded.test.store.close();
});

afterAll(() => {
  for (const {folder} of [crowded.test, crowded.lake]) rmSync(folder, {recursive: true});
});

async function crowd(): Promise<void> {
  test.store.close();
  copyFileSync(crowded.test.path, test.path);
  await test.reopen();
  cpSync(crowded.lake.lake, lake.lake, {recursive: true});
}

const entries = () => readdirSync(join(lake.lake, "manifest")).filter((name) => name.endsWith(".json"));

// What a killed write leaves.
function leave(id: string): void {
  const left = join(lake.lake, "_temporary", id);
  mkdirSync(left);
  writeFileSync(join(left, "writer.json"), JSON.stringify({...ownMark(), pid: 2 ** 22 + 1}));
}

describe("a write of a lake", () => {
  it("sees what others replaced while it waited for its store", async () => {
    await crowd();
    await other.book(body(1));
    const meanwhile = {at: 1, work: () => lake.write(test)};
    expect(await lake.write(other, meanwhile)).toMatchObject({responses: 1});
    expect(await lake.verify(test)).toEqual([]);
    expect(await lake.verify(other)).toEqual([]);
  });

  it("says what to do where others replace files that it reads", async () => {
    await crowd();
    await other.book(body(1));
    const giveTurn = await takeTurn(lake.place);
    const work = async () => {
      await giveTurn?.();
      await lake.write(test);
    };
    await expect(lake.write(other, {at: 2, work})).rejects.toThrow(
      /another process replaced files of .* run the command again/
    );
    expect(await lake.write(other)).toMatchObject({responses: 1});
  });

  it("ends an import that reads what it replaces, which says what to do", async () => {
    await crowd();
    await test.book(body(1.5));
    const old = await lake.read();
    await lake.write(test);
    const settings = await readSettings({flags: {store: join(lake.folder, "new.duckdb")}, env: {}, cwd: lake.folder});
    const {signal} = new AbortController();
    await expect(importLake(old, settings, {log: quietLog, signal})).rejects.toThrow(
      /another process replaced files of .* meanwhile: run the command again/
    );
  });

  it("ends a proof of what it replaces, which calls nothing damaged", async () => {
    await crowd();
    const old = await lake.read();
    await lake.write(test);
    await expect(lake.verify(test, old)).rejects.toThrow(/another process replaced files of .* run the command again/);
    expect(await lake.verify(test)).toEqual([]);
  });

  it("is no damage to a proof that began before it, or meets it", async () => {
    await test.book(body(0));
    await lake.write(test);
    const old = await lake.read();
    await other.book(body(1));
    await lake.write(other);
    expect(await lake.verify(test, old)).toEqual([]);
    const id = "00000000-0000-7000-8000-000000000000";
    const put = `loads/${id}-0.parquet`; // and no entry names it yet
    copyFileSync(
      join(lake.lake, `${old.files.find(({path}) => path.startsWith("loads/"))?.path}`),
      join(lake.lake, put)
    );
    const aside = join(lake.lake, "_temporary", id);
    mkdirSync(aside);
    writeFileSync(join(aside, "writer.json"), JSON.stringify(ownMark()));
    expect(await lake.verify(test)).toEqual([]);
    rmSync(aside, {recursive: true});
    expect(await lake.verify(test)).toEqual([expect.stringContaining(`${put} is of no finished write`)]);
  });

  it("removes what a write replaced that was killed before it did so", async () => {
    await crowd();
    const before = (await lake.read()).files.map(({path}) => path);
    const replaced = ["feed_updates/", "loads/"].map((start) => `${before.find((path) => path.startsWith(start))}`);
    const texts = replaced.map((path) => readFileSync(join(lake.lake, path)));
    expect(await lake.write(test)).toMatchObject({responses: 0});
    for (const [i, path] of replaced.entries()) writeFileSync(join(lake.lake, path), texts[i] ?? "");
    leave("0");
    expect(await lake.verify(test)).toEqual(
      replaced.map((path) => expect.stringContaining(`${path} is of no finished write`))
    );
    expect(await lake.write(test)).toMatchObject({files: 0});
    expect(await lake.verify(test)).toEqual([]);
  });

  it("removes nothing of a write that was killed after it was committed", async () => {
    await other.book(body(1));
    await test.book(body(2));
    const work = async () => {
      await lake.write(other);
      leave(`${entries()[0]}`.replace(".json", ""));
    };
    await lake.write(test, {at: 1, work});
    expect(readdirSync(join(lake.lake, "_temporary"))).toEqual([]);
    expect(await lake.verify(test)).toEqual([]);
    expect(await lake.verify(other)).toEqual([]);
  });

  it("goes on where the first write of a lake was killed while its files got their places", async () => {
    await other.book(body(1));
    await test.book(body(2));
    const work = async () => {
      mkdirSync(join(lake.lake, "responses")); // as the first step of it
      expect(await lake.write(other)).toMatchObject({responses: 1});
    };
    expect(await lake.write(test, {at: 2, work})).toMatchObject({responses: 1});
  });

  it("refuses simulated rows where real ones came meanwhile, and a manifest of both", async () => {
    await other.book(body(1));
    await test.book(body(2));
    await test.store.connection.run("UPDATE loads SET sandbox = true");
    const meanwhile = {at: 3, work: () => lake.write(other)};
    await expect(lake.write(test, meanwhile)).rejects.toThrow(/holds real rows, and the store simulated ones/);
    expect(entries()).toHaveLength(1);
    const path = join(lake.lake, "manifest", `${entries()[0]}`);
    const both = readFileSync(path, "utf8").replace('"simulated": false', '"simulated": true');
    writeFileSync(path.replace(".json", "x.json"), both);
    await expect(lake.read()).rejects.toThrow(/real and simulated rows, which are never mixed: write a lake of each/);
  });
});

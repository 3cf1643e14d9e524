import {copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {range} from "d3-array";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {readWhole, sqlOf} from "../../loaders/inspect/status.js";
import {bookResponses} from "../../loaders/store/book.js";
import {StoreError, TransientStoreError} from "../../loaders/store/database/error.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {startLoad} from "../../loaders/store/loads.js";
import {openStore, readStore, useStore} from "../../loaders/store/open.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";
import {damages, overwrite} from "./damaged.js";

let test: TestStore;
let made: string; // stores with logs
let folder: string;
let path: string;

beforeAll(async () => {
  test = await makeStore({copied: false});
  const entries = Array.from({length: 20_000}, (_, i) => ({priceFeedId: i, price: String(i * i), venue: `v${i}`}));
  await test.book(recorded, JSON.stringify({parsed: {priceFeeds: [null, ...entries]}}));
  made = mkdtempSync(join(tmpdir(), "feedbook-damage-made-"));
  await leaveLog(join(made, "first.duckdb"), 3);
  await leaveLog(join(made, "other.duckdb"), 1);
});

afterAll(() => {
  test.remove();
  rmSync(made, {recursive: true});
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-damage-"));
  path = join(folder, "feeds.duckdb");
  copyFileSync(test.path, path);
});

afterEach(() => rmSync(folder, {recursive: true}));

// Leaves a store as a killed loader does: three responses are in the file, and `more` in the log.
async function leaveLog(at: string, more: number): Promise<void> {
  const other = await makeStore({copied: false});
  await other.book(recorded, recorded, recorded);
  for (let i = 0; i < more; i++)
    await bookResponses(other.store, [booking(await startLoad(other.store, "test", false), recorded)]);
  copyFileSync(other.path, at);
  copyFileSync(`${other.path}.wal`, `${at}.wal`);
  other.remove();
}

const bytesOf = (file: string) => (statSync(file, {throwIfNoEntry: false})?.isFile() ? readFileSync(file) : null);
const failureOf = (opening: Promise<unknown>) =>
  opening.then(
    () => "opened",
    (error: unknown) => error
  );

describe("useStore(path, options, readWhole)", () => {
  it.each(damages)("refuses a file with %s in one sentence, and leaves it unchanged", async (_what, harm, sentence) => {
    harm(path);
    const before = bytesOf(path);
    for (const readOnly of [true, false]) {
      const error = await failureOf(useStore(path, {readOnly}, readWhole));
      expect(error).toBeInstanceOf(StoreError);
      expect(error).not.toBeInstanceOf(TransientStoreError);
      expect((error as Error).message).toMatch(sentence);
      expect((error as Error).message).toContain(path);
      expect(before === null || bytesOf(path)?.equals(before)).toBe(true);
    }
  });
});

describe("openStore(path) of a store with a log", () => {
  const log = () => `${path}.wal`;

  beforeEach(() => {
    for (const end of ["", ".wal"]) copyFileSync(join(made, `first.duckdb${end}`), `${path}${end}`);
  });

  async function intactResponses(): Promise<number> {
    return useStore(path, {}, async ({connection}) => {
      const [integrity = {}] = await queryRecords(connection, sqlOf("integrity"));
      expect(new Set(Object.values(integrity))).toEqual(new Set([0]));
      const [counted] = await queryRecords(connection, "SELECT count(*)::INTEGER AS n FROM responses");
      return Number(counted?.n);
    });
  }

  it("keeps every whole commit of a log that is cut off", async () => {
    const [file, bytes] = [readFileSync(path), readFileSync(log())];
    const counts = new Set<number>();
    for (const part of [0, 0.3, 0.5, 0.7, 0.9, 1]) {
      writeFileSync(path, file);
      writeFileSync(log(), bytes.subarray(0, part * bytes.length));
      counts.add(await intactResponses());
    }
    expect([...counts]).toEqual([3, 4, 5, 6]);
  });

  // DuckDB by itself would take each of them for an empty log, and delete it.
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["zeros", (bytes) => Buffer.alloc(bytes.length)],
    ["zeros in its first block", (bytes) => Buffer.concat([Buffer.alloc(512), bytes.subarray(512)])],
    ["a text", () => Buffer.from("hello ".repeat(1000))],
    ["only its first byte", (bytes) => bytes.subarray(0, 1)],
    ["only its first 60 bytes", (bytes) => bytes.subarray(0, 60)],
    ["only its first 300 bytes", (bytes) => bytes.subarray(0, 300)]
  ])("renames a log that is %s, and refuses the store until it is removed", async (_what, harm) => {
    const harmed = harm(readFileSync(log()));
    writeFileSync(log(), harmed);
    for (const readOnly of [true, false]) {
      const error = await failureOf(openStore(path, {readOnly}));
      expect(String(error)).toMatch(/^DamagedLogError: the log of store \S+ .* remove \S+\.duckdb\.wal\.damaged; /);
      expect(readFileSync(`${log()}.damaged`).equals(harmed)).toBe(true);
    }
    rmSync(`${log()}.damaged`);
    expect(await intactResponses()).toBe(3);
  });

  it("refuses a log of which any of the first bytes is changed", async () => {
    const [file, bytes] = [readFileSync(path), readFileSync(log())];
    for (const at of [...range(0, 17), ...range(18, 100, 6)]) {
      writeFileSync(path, file);
      writeFileSync(log(), bytes.with(at, Number(bytes[at]) ^ (at % 2 === 0 ? 0x01 : 0x80)));
      expect({at, failure: await failureOf(readStore(path, readWhole))}).toEqual({at, failure: expect.any(StoreError)});
      rmSync(`${log()}.damaged`, {force: true});
    }
  });

  it.each<[string, () => unknown]>([
    ["is damaged inside", () => overwrite(log(), Math.floor(statSync(log()).size / 2), 20)],
    ["belongs to another store", () => copyFileSync(join(made, "other.duckdb.wal"), log())],
    ["is newer than the store, which is a backup", () => copyFileSync(test.path, path)]
  ])("refuses a log that %s, and leaves both files unchanged", async (_what, harm) => {
    harm();
    const before = [readFileSync(path), readFileSync(log())];
    for (const readOnly of [true, false]) {
      const error = await failureOf(openStore(path, {readOnly}));
      expect(String(error)).toMatch(/Error: the log of store \S+ is damaged or belongs to another store: restore both/);
      expect(before.every((bytes, i) => bytes.equals(readFileSync(i === 0 ? path : log())))).toBe(true);
    }
    rmSync(log());
    await intactResponses();
  });
});

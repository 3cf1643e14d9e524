import {chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {range} from "d3-array";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {readWhole, sqlOf} from "../../loaders/inspect/status.js";
import {bookResponses} from "../../loaders/store/book.js";
import {StoreError, TransientStoreError} from "../../loaders/store/database/error.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {type OpenOptions, openStore, readStore, useStore} from "../../loaders/store/open.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";
import {blockBytes, damages, headerBytes, overwrite} from "../helpers/stores/damage.js";

let test: TestStore;
let folder: string;
let path: string;

beforeAll(async () => {
  test = await makeStore({copied: false});
  const entries = Array.from({length: 20_000}, (_, i) => ({priceFeedId: i, price: String(i * i), venue: `v${i}`}));
  await test.book(recorded, JSON.stringify({parsed: {priceFeeds: [null, ...entries]}}));
});

afterAll(() => test.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-damage-"));
  path = join(folder, "feeds.duckdb");
  copyFileSync(test.path, path);
});

afterEach(() => rmSync(folder, {recursive: true}));

const bytesOf = (file: string) => (statSync(file, {throwIfNoEntry: false})?.isFile() ? readFileSync(file) : null);
const tell = (opening: Promise<unknown>) =>
  opening.then(
    () => "opened",
    (error: unknown) => error
  );

describe("useStore(path, options, readWhole) of a file with", () => {
  it.each(damages)("%s tells it in one sentence, and leaves it as it was", async (_what, harm, said) => {
    harm(path);
    const before = bytesOf(path);
    for (const options of [{readOnly: true}, {}] satisfies OpenOptions[]) {
      const error = await tell(useStore(path, options, readWhole));
      expect(error).toBeInstanceOf(StoreError);
      expect(error).not.toBeInstanceOf(TransientStoreError);
      expect((error as Error).message).toMatch(said);
      expect((error as Error).message).toContain(path);
      expect(bytesOf(path)?.equals(before ?? Buffer.of())).toBe(before ? true : undefined); // toEqual takes minutes
    }
  });

  it("no permission tells so", async () => {
    chmodSync(path, 0);
    chmodSync(folder, 0o755);
    const error = await asNobody(() => tell(openStore(path, {readOnly: true})));
    expect(String(error)).toMatch(/^StoreError: no permission for \S+feeds\.duckdb: run as its owner, or name another/);
    expect(String(await asNobody(() => tell(openStore(join(folder, "new.duckdb")))))).toMatch(/: no permission for /);
  });
});

describe("finishLoad(store, loadId, status) of a damaged store", () => {
  it("tells what no query came upon, as the log does not get into the file", async () => {
    const spoilt: unknown[] = [];
    for (let at = headerBytes; at < statSync(path).size; at += blockBytes) {
      copyFileSync(test.path, path);
      overwrite(path, at + 5000);
      const load = async () => {
        const store = await openStore(path);
        try {
          await finishLoad(store, await startLoad(store, "test", false), "done");
        } finally {
          store.close();
        }
      };
      const [loaded, read] = [await tell(load()), await tell(readStore(path, readWhole))];
      if (loaded !== "opened") expect(String(read)).toContain("is damaged");
      if (read !== "opened") spoilt.push(loaded);
    }
    expect(spoilt.length).toBeGreaterThan(2);
    expect(spoilt.filter((told) => told !== "opened").length).toBeGreaterThan(0);
  });
});

describe("openStore(path) with a log that", () => {
  const log = () => `${path}.wal`;
  const whole = "SELECT count(*)::INTEGER AS n FROM responses";

  // As a killed loader leaves it: three responses are in the file, and so many more in the log.
  async function leaveLog(at: string, more: number): Promise<void> {
    const other = await makeStore({copied: false});
    await other.book(recorded, recorded, recorded);
    for (let i = 0; i < more; i++) await bookOnly(other);
    copyFileSync(other.path, at);
    copyFileSync(`${other.path}.wal`, `${at}.wal`);
    other.remove();
  }

  async function bookOnly({store}: TestStore): Promise<void> {
    await bookResponses(store, [booking(await startLoad(store, "test", false), recorded)]);
  }

  beforeEach(async () => leaveLog(path, 3));

  async function expectIntact(): Promise<number> {
    const store = await openStore(path);
    const [integrity = {}] = await queryRecords(store.connection, sqlOf("integrity"));
    expect(new Set(Object.values(integrity))).toEqual(new Set([0]));
    const [held] = await queryRecords(store.connection, whole);
    store.close();
    return Number(held?.n);
  }

  it("breaks off anywhere behind its first commit has all that was committed whole, and goes on", async () => {
    const [file, bytes] = [readFileSync(path), readFileSync(log())];
    const held = new Set<number>();
    for (const part of [0, 0.3, 0.5, 0.7, 0.9, 1]) {
      writeFileSync(path, file);
      writeFileSync(log(), bytes.subarray(0, part * bytes.length));
      held.add(await expectIntact());
    }
    expect([...held]).toEqual([3, 4, 5, 6]);
  });

  // DuckDB by itself would take each of them for an empty log, and delete it.
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["zeros", (bytes) => Buffer.alloc(bytes.length)],
    ["zeros in its first block", (bytes) => Buffer.concat([Buffer.alloc(512), bytes.subarray(512)])],
    ["a text", () => Buffer.from("hello ".repeat(1000))],
    ...[1, 20, 60, 300].map((length): [string, (bytes: Buffer) => Buffer] => [
      `only its first ${length} bytes`,
      (bytes) => bytes.subarray(0, length)
    ])
  ])("is %s is kept under another name, and the store refused until that is removed", async (_what, harm) => {
    const harmed = harm(readFileSync(log()));
    writeFileSync(log(), harmed);
    for (const readOnly of [true, false]) {
      const error = await tell(openStore(path, {readOnly}));
      expect(String(error)).toMatch(/^DamagedLogError: the log of store \S+ .* remove \S+\.duckdb\.wal\.damaged; /);
      expect(readFileSync(`${log()}.damaged`).equals(harmed)).toBe(true);
    }
    rmSync(`${log()}.damaged`);
    expect(await expectIntact()).toBe(3);
  });

  it("has any one of its first bytes changed is never taken for a shorter one", async () => {
    const [file, bytes] = [readFileSync(path), readFileSync(log())];
    for (const at of [...range(0, 17), ...range(18, 100, 6)]) {
      writeFileSync(path, file);
      writeFileSync(log(), bytes.with(at, Number(bytes[at]) ^ (at % 2 === 0 ? 0x01 : 0x80)));
      const opened = await tell(readStore(path, ({connection}) => queryRecords(connection, whole)));
      expect({at, opened}).toEqual({at, opened: expect.any(StoreError)});
      rmSync(`${log()}.damaged`, {force: true});
    }
  });

  it.each<[string, () => unknown]>([
    ["is damaged inside", () => overwrite(log(), Math.floor(statSync(log()).size / 2), 20)],
    ["is another store's", () => copyLog(join(folder, "other.duckdb"))],
    ["is of the store before a copy of it was put back", () => copyFileSync(test.path, path)]
  ])("%s tells it, and leaves both as they were", async (_what, harm) => {
    await leaveLog(join(folder, "other.duckdb"), 1);
    await harm();
    const before = [readFileSync(path), readFileSync(log())];
    for (const readOnly of [true, false]) {
      const error = await tell(openStore(path, {readOnly}));
      expect(String(error)).toMatch(
        /^\w*Error: the log of store \S+ is damaged or belongs to another store: restore both/
      );
      expect(before.every((bytes, i) => bytes.equals(readFileSync(i === 0 ? path : log())))).toBe(true);
    }
    rmSync(log());
    await expectIntact();
  });

  function copyLog(from: string): void {
    copyFileSync(`${from}.wal`, log());
  }
});

// Root may read everything.
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

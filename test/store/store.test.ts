import {copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {v7 as uuidv7} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {readBody} from "../../loaders/rows/body.js";
import {type Booking, bookResponses} from "../../loaders/store/book.js";
import {readFeeds, saveFeeds} from "../../loaders/store/feeds.js";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {openStore, type Store} from "../../loaders/store/open.js";
import {publish} from "../../loaders/store/publish.js";
import {queryRecords} from "../../loaders/store/query.js";
import {tables} from "../../loaders/store/tables.js";

const recorded = readFileSync("test/fixtures/recorded/2026-05-12-fixed_rate-1000ms.json", "utf8");

let folder: string;
let path: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-store-"));
  path = join(folder, "feeds.duckdb");
  store = await openStore(path);
});

afterEach(() => {
  store.close();
  rmSync(folder, {recursive: true});
});

function booking(loadId: string, text: string): Booking {
  const now = Date.UTC(2026, 4, 12, 14) * 1000;
  return {
    responseId: uuidv7(),
    loadId,
    endpoint: "latest_price",
    baseUrl: "http://127.0.0.1",
    requestedAt: now,
    receivedAt: now + 1,
    httpStatus: 200,
    latencyMs: 1,
    bodyBytes: text.length,
    bodyHash: "x",
    request: null,
    missingFeeds: null,
    body: readBody(text)
  };
}

async function book(...texts: string[]): Promise<string> {
  const loadId = await startLoad(store, "test", false);
  await bookResponses(
    store,
    texts.map((text) => booking(loadId, text))
  );
  await finishLoad(store, loadId, "done");
  return loadId;
}

const records = (sql: string) => queryRecords(store.connection, sql);

describe("openStore(path)", () => {
  it("makes the tables of the design, exactly", async () => {
    const columns = await records(
      "SELECT table_name AS t, column_name AS name, data_type AS type, is_nullable FROM duckdb_columns() WHERE database_name = 'store' AND NOT internal"
    );
    for (const {name, columns: expected} of tables) {
      const held = columns.filter(({t}) => t === name).map((column) => [column.name, column.type]);
      expect(held).toEqual(expected.map((column) => [column.name, column.type]));
    }
    expect(columns.filter(({t, is_nullable}) => t === "feed_updates" && !is_nullable).map(({name}) => name)).toEqual([
      "priceFeedId",
      "responseId",
      "entryIndex",
      "publishedAt"
    ]);
  });

  it("keeps what it holds when opened again, and runs no migration twice", async () => {
    await book(recorded);
    store.close();
    store = await openStore(path);
    expect(await records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 3}]);
    expect(await records("SELECT version FROM schema_migrations")).toEqual([{version: 1}]);
  });

  it("refuses a store of a newer version and leaves it as it is", async () => {
    await store.connection.run("INSERT INTO schema_migrations VALUES (99, now())");
    store.close();
    await expect(openStore(path)).rejects.toThrow("store version 99 is newer than this Feedbook's 1");
    await expect(openStore(path, {readOnly: true})).rejects.toThrow("store version 99 is newer");
    store = await openStore(join(folder, "other.duckdb"));
  });

  it("refuses a file that is no store", async () => {
    const other = join(folder, "text.duckdb");
    writeFileSync(other, "hello ".repeat(1000));
    await expect(openStore(other)).rejects.toThrow(/text\.duckdb is no DuckDB file: name another with --store/);
  });

  it("needs a store to read", async () => {
    await expect(openStore(join(folder, "none.duckdb"), {readOnly: true})).rejects.toThrow(
      /^no store at .*none\.duckdb/
    );
    expect(readdirSync(folder)).not.toContain("none.duckdb");
  });
});

describe("bookResponses(store, bookings)", () => {
  it("keeps the recorded rows with their raw mantissas and provenance", async () => {
    await book(recorded);
    expect(
      await records("SELECT priceFeedId, price, exponent, publishedAt, entryIndex, extra FROM feed_updates")
    ).toEqual([
      {
        priceFeedId: 1,
        price: 8063953748222,
        exponent: -8,
        publishedAt: "2026-05-12T13:55:00Z",
        entryIndex: 0,
        extra: null
      },
      {
        priceFeedId: 2,
        price: 227676960645,
        exponent: -8,
        publishedAt: "2026-05-12T13:55:00Z",
        entryIndex: 1,
        extra: null
      },
      {
        priceFeedId: 112,
        price: 80813667608700000,
        exponent: -12,
        publishedAt: "2026-05-12T13:55:00Z",
        entryIndex: 2,
        extra: null
      }
    ]);
  });

  it("balances the books over rows, rejects and coercions", async () => {
    const entries = [
      {priceFeedId: 1, price: "x", venue: "a\u0000<b>"},
      null,
      {priceFeedId: -1},
      ...Array(5000).fill({priceFeedId: 3})
    ];
    await book(recorded, JSON.stringify({parsed: {priceFeeds: entries}}));
    expect(await records("SELECT sum(entries) AS e, sum(rows) AS r, sum(rejected) AS x FROM responses")).toEqual([
      {e: 5006, r: 5004, x: 2}
    ]);
    expect(await records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 5004}]);
    expect(await records("SELECT reason, entry FROM rejected_entries ORDER BY entryIndex")).toEqual([
      {reason: "entry is no object: null", entry: "null"},
      {reason: "priceFeedId is negative: -1", entry: '{"priceFeedId":-1}'}
    ]);
    expect(await records("SELECT priceFeedId, columnName, value FROM coercions")).toEqual([
      {priceFeedId: 1, columnName: "price", value: '"x"'}
    ]);
    expect(await records("SELECT extra FROM feed_updates WHERE extra IS NOT NULL")).toEqual([
      {extra: '{"venue":"a\\u0000<b>"}'}
    ]);
    expect(await records("SELECT rows, rejected, status FROM loads")).toEqual([
      {rows: 5004, rejected: 2, status: "done"}
    ]);
  });

  it("uses the time of receipt where the service does not say when it published", async () => {
    await book('{"parsed":{"priceFeeds":[{"priceFeedId":1}]}}');
    expect(
      await records(
        "SELECT u.publishedAt = r.receivedAt AS same FROM feed_updates AS u JOIN responses AS r USING (responseId)"
      )
    ).toEqual([{same: true}]);
  });

  it("keeps nothing of a transaction that fails", async () => {
    const loadId = await startLoad(store, "test", false);
    const bad = booking(loadId, recorded);
    bad.body.entries = 7;
    await expect(bookResponses(store, [booking(loadId, recorded), bad])).rejects.toThrow(/CHECK constraint/);
    expect(await records("SELECT (SELECT count(*) FROM responses) + (SELECT count(*) FROM feed_updates) AS n")).toEqual(
      [{n: 0}]
    );
    await bookResponses(store, [booking(loadId, recorded)]);
    expect(await records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 3}]);
  });
});

describe("startLoad(store, command, sandbox)", () => {
  it("refuses to mix real and simulated rows, and says so", async () => {
    await book(recorded);
    await expect(startLoad(store, "latest", true)).rejects.toThrow(
      /holds real rows, and this load would add simulated ones/
    );
    expect(await records("SELECT count(*) AS n FROM loads")).toEqual([{n: 1}]);
  });

  it("lets a load that brought nothing decide nothing", async () => {
    await finishLoad(store, await startLoad(store, "latest", true), "failed", "no answer");
    await book(recorded);
    expect(await records("SELECT status, error FROM loads ORDER BY startedAt")).toEqual([
      {status: "failed", error: "no answer"},
      {status: "done", error: null}
    ]);
  });
});

describe("saveFeeds(store, catalogue)", () => {
  const feed = {
    priceFeedId: 1,
    symbol: "Crypto.BTC/USD",
    name: "BTCUSD",
    description: null,
    assetType: "crypto",
    exponent: -8,
    minChannel: "real_time",
    state: "stable",
    fundingIntervalHours: null
  };

  it("replaces what it lists and keeps the rest", async () => {
    await saveFeeds(store, [feed, {...feed, priceFeedId: 2, symbol: "old"}]);
    await saveFeeds(store, [
      {...feed, priceFeedId: 2, symbol: "first"},
      {...feed, priceFeedId: 2, symbol: "new"}
    ]);
    expect((await readFeeds(store)).map(({symbol}) => symbol)).toEqual(["Crypto.BTC/USD", "new"]);
  });

  it("accepts an empty catalogue", async () => {
    await saveFeeds(store, []);
    expect(await readFeeds(store)).toEqual([]);
  });
});

describe("publish(store, path)", () => {
  it("gives the recorded human values", async () => {
    await book(recorded);
    await publish(store, join(folder, "snapshot.duckdb"));
    copyFileSync(join(folder, "snapshot.duckdb"), join(folder, "copy.duckdb"));
    await store.connection.run(`ATTACH '${join(folder, "copy.duckdb")}' AS copy (READ_ONLY); USE copy`);
    expect(await records("SELECT price, bid, ask FROM prices ORDER BY priceFeedId LIMIT 2")).toEqual([
      {price: 80639.53748222, bid: 80639.27547164, ask: 80645.18785063},
      {price: 2276.76960645, bid: 2276.72112231, ask: 2276.95946107}
    ]);
    expect(await records("SELECT rate, intervalHours, rate8h, markPrice FROM funding")).toEqual([
      {rate: 3.877e-5, intervalHours: 8, rate8h: 3.877e-5, markPrice: 80813.6676087}
    ]);
    expect(await records("SELECT simulated, updates, feeds, lastPublishedAt FROM meta")).toEqual([
      {simulated: false, updates: 3, feeds: 3, lastPublishedAt: "2026-05-12T13:55:00Z"}
    ]);
    expect(await records("SELECT count(*) AS n FROM spreads")).toEqual([{n: 2}]);
    await store.connection.run("USE store; DETACH copy");
  });

  it("replaces the snapshot and leaves no other file", async () => {
    const target = join(folder, "snapshot.duckdb");
    writeFileSync(`${target}.999999999.tmp`, "of a killed process");
    expect((await publish(store, target)).tables).toEqual({meta: 1, feeds: 0, prices: 0, funding: 0});
    await book(recorded);
    expect((await publish(store, target)).tables).toMatchObject({prices: 3, funding: 1, feeds: 3});
    expect(readdirSync(folder).filter((name) => name.startsWith("snapshot"))).toEqual(["snapshot.duckdb"]);
  });

  it("counts a doubled update once", async () => {
    await book(recorded, recorded);
    expect((await publish(store, join(folder, "snapshot.duckdb"))).tables).toMatchObject({prices: 3, funding: 1});
    expect(await records("SELECT count(*) AS n FROM feed_updates")).toEqual([{n: 6}]);
  });
});

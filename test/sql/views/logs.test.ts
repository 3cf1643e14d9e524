import {copyFileSync, readFileSync} from "node:fs";
import {hostname} from "node:os";
import {join} from "node:path";
import {v7 as uuidv7} from "uuid";
import {describe, expect, it} from "vitest";
import {wholeTables} from "../../../loaders/snapshot/parts.js";
import {publish} from "../../../loaders/snapshot/publish.js";
import {openSnapshot, querySnapshot} from "../../../loaders/snapshot/snapshot.js";
import {query} from "../../../loaders/store/database/query.js";
import {finishLoad, startLoad} from "../../../loaders/store/loads.js";
import {eachStore} from "../../helpers/each-store.js";

const test = eachStore();

const logs = ["load_log", "latency_1h", "latency_by_class", "fault_examples"];

/** The rows of a query on what a snapshot published now would have of the logs. */
async function rowsOf(sql: string): Promise<unknown[][]> {
  const {connection} = test.store;
  for (const {name, sql} of wholeTables(true).filter(({name}) => logs.includes(name)))
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${sql}`);
  const {rows} = await query(connection, sql);
  for (const name of logs) await connection.run(`DROP TABLE temp.${name}`);
  return rows;
}

/** Answers of so many ms each, a minute apart, from an instant on. */
async function answered(
  loadId: string,
  latencies: (number | null)[],
  {endpoint = "latest_price", status = 200, at = "2026-05-12 13:00"} = {}
): Promise<string[]> {
  const rows = latencies.map((ms, i) => ({id: uuidv7(), i, ms}));
  await test.store.connection.run(`INSERT INTO responses BY NAME
    SELECT
      '${loadId}' AS loadId, '${endpoint}' AS endpoint, 'http://token:secret@host' AS baseUrl, ${status} AS httpStatus,
      TIMESTAMP '${at}' + to_minutes(i) AS requestedAt, requestedAt + INTERVAL 1 SECOND AS receivedAt,
      requestedAt AS publishedAt, ms AS latencyMs, 0 AS bodyBytes, '' AS bodyHash, '{"token":"secret"}' AS request,
      0 AS entries, 0 AS rows, 0 AS rejected, id AS responseId
    FROM (VALUES ${rows.map(({id, i, ms}) => `('${id}', ${i}, ${ms}::DOUBLE)`).join()}) AS answers(id, i, ms)`);
  return rows.map(({id}) => id);
}

async function load(command = "latest"): Promise<string> {
  const loadId = await startLoad(test.store, command, false);
  await finishLoad(test.store, loadId, "done");
  return loadId;
}

describe("load_log", () => {
  // Of 1 … 20 ms half took at most 10, and 95 % at most 19.
  it("has of each load its answers, and how long they took", async () => {
    const id = await load();
    await answered(
      id,
      Array.from({length: 20}, (_, i) => i + 1)
    );
    await answered(id, [null], {status: 404, endpoint: "price"});
    await answered(id, [null, null], {status: 500});
    await load("file");
    expect(
      await rowsOf("SELECT command, status, responses, refused, latencyP50Ms, latencyP95Ms FROM load_log ORDER BY ALL")
    ).toEqual([
      ["file", "done", 0, 0, null, null],
      ["latest", "done", 23, 2, 10, 19]
    ]);
  });

  it("has the newest 200, and of an error 300 characters", async () => {
    await test.store.connection.run(
      `INSERT INTO loads SELECT uuid(), 'n' || i, TIMESTAMP '2026-05-01' + to_minutes(i), NULL, 'failed', 0, 0,
        repeat('€', 299 + i % 3), false FROM range(300) AS t(i)`
    );
    const sql =
      "SELECT count(*), min(startedAt), max(startedAt), max(length(error)), count(*) FILTER (error LIKE '%…'), count(seconds) FROM load_log";
    expect(await rowsOf(sql)).toEqual([[200, "2026-05-01T01:40:00Z", "2026-05-01T04:59:00Z", 300, 67, 0]]);
  });
});

describe("latency_1h", () => {
  it("has each hour of each endpoint, by the nearest rank", async () => {
    const id = await load();
    await answered(id, [...Array.from({length: 19}, (_, i) => 19 - i), 20.04]);
    await answered(id, [100, 200], {at: "2026-05-12 14:59"}); // one before three, one after
    await answered(id, [7, 9], {endpoint: "price", status: 404});
    await answered(id, [null], {endpoint: "file"});
    await answered(id, [8], {status: 429, at: "2026-05-12 16:00"});
    expect(await rowsOf("FROM latency_1h ORDER BY ALL")).toEqual([
      ["latest_price", "2026-05-12T13:00:00Z", 20, 0, 10, 19, 20],
      ["latest_price", "2026-05-12T14:00:00Z", 1, 0, 100, 100, 100],
      ["latest_price", "2026-05-12T15:00:00Z", 1, 0, 200, 200, 200],
      ["latest_price", "2026-05-12T16:00:00Z", 1, 1, 8, 8, 8],
      ["price", "2026-05-12T13:00:00Z", 2, 0, 7, 9, 9]
    ]);
  });

  it("has no more than the last 720 hours", async () => {
    const id = await load();
    for (const at of ["2026-03-31 23:59", "2026-04-01 00:00", "2026-04-30 23:30"]) await answered(id, [1], {at});
    expect((await rowsOf("SELECT startedAt FROM latency_1h ORDER BY ALL")).flat()).toEqual([
      "2026-04-01T00:00:00Z",
      "2026-04-30T23:00:00Z"
    ]);
  });
});

describe("the newest 100 000 answers", () => {
  it("are the responses that latencies count; loads that began earlier have no count", async () => {
    const [old, late] = [await load("old"), await load("late")];
    await test.store.connection.run(`UPDATE loads SET startedAt = TIMESTAMP '2026-05-01 00:00' WHERE loadId = '${old}';
      UPDATE loads SET startedAt = TIMESTAMP '2026-05-01 05:00' WHERE loadId = '${late}'`);
    await answered(old, [9000], {at: "2026-05-01 00:00"});
    await test.store.connection.run(`INSERT INTO responses BY NAME
      SELECT * EXCLUDE (i) REPLACE (
        uuid() AS responseId, CASE WHEN i < 90_000 THEN loadId ELSE '${late}' END AS loadId, 5 AS latencyMs,
        TIMESTAMP '2026-05-01 00:00' + to_seconds(i // 5) AS requestedAt, requestedAt AS receivedAt
      )
      FROM responses, range(1, 100_001) AS steps(i)`);
    const log = "SELECT command, responses, refused, latencyP50Ms, latencyP95Ms FROM load_log ORDER BY ALL";
    expect(await rowsOf(log)).toEqual([
      ["late", 10_001, 0, 5, 5],
      ["old", null, null, 5, 5]
    ]);
    expect((await rowsOf("SELECT sum(answers), max(maxMs) FROM latency_1h")).flat()).toEqual([100_000, 5]);
  });
});

describe("fault_examples", () => {
  it("counts all of a reason, and has its newest five, as text and cut", async () => {
    const ids = await answered(await load(), Array(9).fill(1));
    for (const [i, id] of ids.entries())
      await test.store.connection.run(
        `INSERT INTO rejected_entries VALUES ('${id}', 0, 'unreadable priceFeedId: x${i}', '{"priceFeedId":"<b>${i}${"x".repeat(400)}"}')`
      );
    await test.store.connection.run(`INSERT INTO coercions VALUES ('${ids[2]}', 4, 7, 'price', '"n/a"');
      INSERT INTO rejected_entries VALUES ('${ids[2]}', 5, 'negative', '{"priceFeedId":12}');
      INSERT INTO failed_responses VALUES ('${ids[1]}', 'no JSON (at 3)', '<html>');`);
    const sql =
      "SELECT kind, reason, total, minute(firstReceivedAt), minute(lastReceivedAt), number, minute(receivedAt),";
    expect(
      await rowsOf(`${sql} priceFeedId, example[:20] FROM fault_examples WHERE number IN (1, 5) ORDER BY ALL`)
    ).toEqual([
      ["coerced", "price", 1, 2, 2, 1, 2, 7, '"n/a"'],
      ["failed", "no JSON", 1, 1, 1, 1, 1, null, "<html>"],
      ["rejected", "negative", 1, 2, 2, 1, 2, 12, '{"priceFeedId":12}'],
      ["rejected", "unreadable priceFeedId", 9, 0, 8, 1, 8, null, '{"priceFeedId":"<b>8'],
      ["rejected", "unreadable priceFeedId", 9, 0, 8, 5, 4, null, '{"priceFeedId":"<b>4']
    ]);
    expect(await rowsOf("SELECT count(*), max(length(example)), max(example LIKE '%…') FROM fault_examples")).toEqual([
      [8, 300, true]
    ]);
  });

  it("has at most 200 of a kind, of the reasons that are most frequent", async () => {
    const [id] = await answered(await load(), [1]);
    await test.store.connection.run(`INSERT INTO coercions
      SELECT '${id}', i * 100 + j, 1, 'c' || i, '1' FROM range(60) AS t(i), range(7 + (i + 1) // 2) AS u(j)`);
    const sql = "SELECT count(*), count(DISTINCT reason), min(total), min(number), max(number) FROM fault_examples";
    expect(await rowsOf(sql)).toEqual([[200, 40, 17, 1, 5]]);
  });
});

// Whatever a store may have of whoever loaded: each text in every place that can hold it.
describe("publish(store, path, {publishFaults})", () => {
  const planted = [
    "/home/planted/feeds.duckdb",
    "http://planted.example:8443",
    "planted-user",
    `planted-${hostname()}`
  ];
  const all = ["planted-entry", "planted-value", "planted-start", "planted-reason", "planted-extra", ...planted];

  /** What of them the file has, as it is or in a value of any table. */
  async function found(publishFaults?: boolean): Promise<string[]> {
    const path = join(test.folder, "logs.duckdb");
    await publish(test.store, path, publishFaults === undefined ? {} : {publishFaults});
    copyFileSync(path, join(test.folder, "logs-copy.duckdb"));
    const copy = join(test.folder, "logs-copy.duckdb");
    const snapshot = await openSnapshot(copy);
    const {rows: tables} = await snapshot.query("SELECT table_name FROM duckdb_tables()");
    const texts = [readFileSync(path, "latin1")];
    for (const [name] of tables) texts.push(JSON.stringify((await snapshot.query(`FROM "${name}"`)).rows));
    snapshot.close();
    expect(texts.length).toBeGreaterThan(15);
    return all.filter((text) => texts.some((part) => part.includes(text)));
  }

  it("has reasons and counts; entries and origins only on request", async () => {
    const loadId = await startLoad(test.store, "latest", false);
    await finishLoad(test.store, loadId, "failed", planted.join(" "));
    const [id] = await answered(loadId, [1]);
    await test.store.connection.run(`
      UPDATE responses SET baseUrl = '${planted[1]}', request = '{"file":"${planted[0]}"}';
      INSERT INTO rejected_entries VALUES ('${id}', 0, 'negative: planted-reason', '{"a":"planted-entry"}');
      INSERT INTO coercions VALUES ('${id}', 1, 7, 'price', '"planted-value"');
      INSERT INTO failed_responses VALUES ('${id}', 'body is no JSON (planted-reason)', 'planted-start');
      INSERT INTO feed_updates BY NAME SELECT
        7 AS priceFeedId, 1 AS price, 0 AS exponent, '${id}'::UUID AS responseId, 2 AS entryIndex,
        TIMESTAMP '2026-05-12' AS publishedAt, '{"more":"planted-extra"}'::JSON AS extra`);
    expect(await found()).toEqual([]);
    expect(await rowsOf("SELECT status, error FROM load_log")).toEqual([["failed", planted.join(" ")]]);
    expect(await found(true)).toEqual(["planted-entry", "planted-value", "planted-start", ...planted]);
    await publish(test.store, join(test.folder, "again.duckdb"));
    const sql = "SELECT kind, reason, total, example FROM fault_examples ORDER BY kind";
    expect((await querySnapshot(join(test.folder, "again.duckdb"), sql)).rows).toEqual([
      ["coerced", "price", 1, null],
      ["failed", "body is no JSON", 1, null],
      ["rejected", "negative", 1, null]
    ]);
    const log = "SELECT status, error FROM load_log";
    expect((await querySnapshot(join(test.folder, "again.duckdb"), log)).rows).toEqual([
      ["failed", "see feedbook status"]
    ]);
  });
});

describe("latency_by_class", () => {
  it("bins the time from publication to receipt of newest prices, by class, without history", async () => {
    const {connection} = test.store;
    const id = await load();
    const [fast = "", slow = "", skewed = ""] = await answered(id, [1, 1, 1]);
    const [past = ""] = await answered(id, [1], {endpoint: "price"});
    for (const [responseId, us] of [
      [fast, 199_999],
      [slow, 200_000],
      [skewed, -1],
      [past, 9e9]
    ] as const)
      await connection.run(
        `UPDATE responses SET receivedAt = publishedAt + to_microseconds(${us}) WHERE responseId = '${responseId}'`
      );
    await connection.run(
      "INSERT INTO feeds BY NAME SELECT 1 AS priceFeedId, now() AS updatedAt, 'crypto' AS assetType"
    );
    await connection.run(`UPDATE responses SET request = '{"priceFeedIds":[1,2,3]}', missingFeeds = '[3]'`);
    expect(await rowsOf("FROM latency_by_class ORDER BY ALL")).toEqual([
      ["crypto", -1, 1],
      ["crypto", 100, 1],
      ["crypto", 200, 1],
      [null, -1, 1],
      [null, 100, 1],
      [null, 200, 1]
    ]);
  });
});

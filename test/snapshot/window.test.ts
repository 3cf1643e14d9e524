import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {CutTables} from "../../loaders/snapshot/parts.js";
import {windowOf} from "../../loaders/snapshot/window.js";

let instance: DuckDBInstance;
let connection: DuckDBConnection;

// Two rows a minute for two days.
beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:");
  connection = await instance.connect();
  await connection.run(`CREATE TABLE bars AS
    SELECT TIMESTAMP '2026-05-05' + to_seconds(30 * i) AS startedAt FROM range(2 * 1440 * 2) AS steps(i)`);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const bars: CutTables = {
  tables: [{name: "bars", count: "count(*)", bytes: 10}],
  total: "SELECT count(*) AS bars FROM bars",
  source: "bars",
  time: "startedAt",
  span: "SELECT min(startedAt) AS first, max(startedAt) AS last FROM bars",
  share: 1
};
const windowFor = (fits: number, cut = bars, rows = 2e6) => {
  return windowOf(connection, cut, {room: 10 * fits, bytes: {bars: 10}, rows});
};

describe("windowOf(connection, tables, {room, bytes})", () => {
  it.each([
    [2, "2026-05-06T23:59:00Z"],
    [3, "2026-05-06T23:59:00Z"],
    [4, "2026-05-06T23:58:00Z"],
    [2 * 60 * 5, "2026-05-06T19:00:00Z"], // more than it looks at first
    [2 * 1440 + 2, "2026-05-05T23:59:00Z"]
  ])("begins with the whole minute from which on %d rows fit", async (rows, since) => {
    expect(await windowFor(rows)).toEqual({since});
    expect(await windowFor(rows, bars, 2 * 1440 * 2)).toEqual({since}); // so few are looked at in one go
  });

  it("is all where all rows fit, and none where not even a minute does", async () => {
    expect(await windowFor(2 * 1440 * 2)).toBe("all");
    expect(await windowFor(1)).toBe("none");
    expect(await windowFor(0)).toBe("none");
  });

  it("is all of a table without rows", async () => {
    const none = "(FROM bars WHERE false)";
    const span = `SELECT min(startedAt) AS first, max(startedAt) AS last FROM ${none}`;
    expect(await windowFor(1, {...bars, source: none, span})).toBe("all");
  });

  it("counts what is written of a row together", async () => {
    const both = {...bars, tables: [...bars.tables, {name: "half", count: "count(*) / 2", bytes: 10}]};
    const found = await windowOf(connection, both, {room: 10 * 6, bytes: {bars: 10, half: 10}, rows: 2e6});
    expect(found).toEqual({since: "2026-05-06T23:58:00Z"}); // 4 rows, and 2 of the other
  });
});

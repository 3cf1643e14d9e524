// @vitest-environment jsdom
import {tableFromArrays, tableToIPC} from "apache-arrow";
import {beforeEach, describe, expect, it, vi} from "vitest";
import {QueryError, sql} from "../../../src/duckdb/sql/sql.js";
import {standIns} from "../../../src/duckdb/stand-ins.js";
import {setTable} from "../../../src/duckdb/tables.js";

const table = tableFromArrays({n: new Float64Array([1])});
const statement = {query: vi.fn(async (..._: unknown[]) => table), close: vi.fn(async () => {})};
const connection = {
  query: vi.fn(async (_: string) => table),
  prepare: vi.fn(async (_: string) => statement),
  insertArrowFromIPCStream: async () => {}
};
const [connect, stopEngine] = vi.hoisted(() => [vi.fn(), vi.fn()]);

// DuckDB-Wasm itself is run by the browser tests.
vi.mock("../../../src/duckdb/snapshot.js", () => ({connectSnapshot: connect, snapshotUrl: async () => "feeds.duckdb"}));
vi.mock("../../../src/duckdb/engine.js", () => ({stopEngine}));

beforeEach(() => {
  vi.clearAllMocks();
  connect.mockImplementation(async () => connection);
});

const advice = "correct its SQL, as the foot of this page says";

describe("sql`…`", () => {
  it("binds values as parameters", async () => {
    expect(await sql`FROM prices WHERE a = ${1} AND b = ${new Date("2026-05-12T14:00:00Z")}`).toEqual([{n: 1}]);
    expect(connection.prepare).toHaveBeenCalledWith("FROM prices WHERE a = ($1::BIGINT) AND b = ($2::TIMESTAMP)");
    expect(statement.query).toHaveBeenCalledWith(1, "2026-05-12T14:00:00.000Z");
    expect(statement.close).toHaveBeenCalledOnce();
  });

  it.each([
    ["once", "SELECT basis FROM funding_now", 1],
    ["again, as its result changes", "SELECT now() - startedAt FROM funding_now", 2],
    ["again, as its result changes", "FROM prices USING SAMPLE 3", 2]
  ])("runs the same query %s: %s", async (_, text, times) => {
    for (let i = 0; i < 2; i++) expect(await sql([text])).toEqual([{n: 1}]);
    expect(connection.query).toHaveBeenCalledTimes(times);
  });

  it("runs a query again after a table of the page has changed, and for the console", async () => {
    const text = ["SELECT n FROM memory.own"];
    await sql(text);
    setTable("own", tableToIPC(table));
    await sql(text);
    await sql.until(undefined, null)(text);
    expect(connection.query.mock.calls.filter(([asked]) => asked === text[0])).toHaveLength(3);
  });

  it("runs a text, with its backslashes", async () => {
    expect(await sql`SELECT regexp_matches(x, '\d')`).toEqual([{n: 1}]);
    await sql(["FROM prices"]);
    expect(connection.query.mock.calls.flat()).toEqual(["SELECT regexp_matches(x, '\\d')", "FROM prices"]);
    for (const wrong of ["FROM prices", undefined, [undefined]])
      await expect(sql(wrong as never)).rejects.toThrow(/^no query: write sql`FROM feeds`, or sql\(\[text\]\)/);
  });

  it.each([
    'Conversion Error: invalid timestamp field format: "price", expected …',
    'Binder Error: Could not choose a best candidate function for the function call "+(STRING_LITERAL, INTEGER_LITERAL)"'
  ])("says how to name a column: %s", async (message) => {
    connection.prepare.mockRejectedValueOnce(new Error(message));
    await expect(sql`SELECT avg(${"price"})`).rejects.toThrow(
      `${message}\n\nprice is a value here: for a column of this name write ${"$"}{identifier("price")}`
    );
  });

  it("gives the line of a syntax error once", async () => {
    const line = "LINE 1: SELEC 1\n        ^";
    const message = `Parser Error: syntax error at or near "SELEC"\n\n${line}`;
    connection.query.mockRejectedValueOnce(new Error(`${message}\n\n${line}`));
    await expect(sql`SELEC 1`).rejects.toThrow(new QueryError(`${message}\n\nquery "SELEC 1" failed: ${advice}`));
  });

  it("runs a query again once DuckDB has the stand-ins for icu", async () => {
    connection.query.mockRejectedValueOnce(
      new Error("Extension Autoloading Error: … the required extension 'icu':\nLoading …")
    );
    expect(await sql`SELECT today()`).toEqual([{n: 1}]);
    expect(connection.query.mock.calls.map(([text]) => text)).toEqual(["SELECT today()", standIns, "SELECT today()"]);
  });

  it.each([
    ["Out of Memory Error: failed to allocate", /^Out of Memory: a browser gives DuckDB about 3 GB: filter or/],
    ["INTERNAL Error: assertion failed", /^INTERNAL Error/]
  ])("stops the engine after %s", async (error, message) => {
    connection.query.mockRejectedValueOnce(new Error(error));
    await expect(sql`SELECT 1`).rejects.toThrow(message);
    expect(stopEngine).toHaveBeenCalledOnce();
    connection.query.mockRejectedValueOnce(new Error("Catalog Error: no such table"));
    await expect(sql`SELECT 1`).rejects.toThrow("Catalog Error: no such table");
    expect(stopEngine).toHaveBeenCalledOnce();
  });
});

import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {DuckDBInstance} from "@duckdb/node-api";
import {beforeAll, describe, expect, it, vi} from "vitest";
import {query} from "../../loaders/store/database/query.js";
import {clocksOf, knownUntil, standIns, withStandIns, zonesSql} from "../../src/duckdb/stand-ins.js";
import {answerRows} from "../../src/duckdb/values/rows.js";
import {askWasm, openWasm, wasmZones} from "./wasm.js";

const native = await (await DuckDBInstance.create()).connect();
await native.run("SET TimeZone = 'UTC'");
let wasm: DuckDBConnection;

beforeAll(async () => {
  wasm = await openWasm();
});

async function both(sql: string): Promise<[native: unknown, browser: unknown]> {
  const {columns, rows} = await query(native, sql);
  return [answerRows(columns, rows), await askWasm(wasm, [sql])];
}

const until = knownUntil / 1000;

describe("standIns", () => {
  it("have the clocks of native DuckDB around each change and at the ends", async () => {
    const about = [-10_801, -7201, -3601, -1, 0, 1, 3599, 3600, 7200];
    const rows = wasmZones.flatMap((zone) => {
      const clocks = clocksOf(zone);
      const shown = clocks.slice(1).flatMap(({since, ahead}) => about.map((s) => [since + s, since + ahead + s]));
      const ends = [0, 1, 86_400, until - 172_800, until - 86_400].map((instant) => [instant, instant]);
      return [...shown, ...ends].map(([instant, clock]) => `('${zone}', ${instant}, ${clock})`);
    });
    expect(rows.length).toBeGreaterThan(5000);
    const [expected, answered] = await both(
      `SELECT zone, instant, clock,
        make_timestamptz(instant * 1000000) AT TIME ZONE zone AS shown,
        make_timestamp(clock * 1000000) AT TIME ZONE zone AS meant
      FROM (VALUES ${rows.join()}) AS times(zone, instant, clock) ORDER BY ALL`
    );
    expect(answered).toEqual(expected);
  });

  it("take aggregates and windows, whose type is unknown when DuckDB picks a macro", async () => {
    const calls = [
      ...["max(t)", "first(t ORDER BY t DESC)", "any_value(t)", "arg_max(t, t)", "max(t) FILTER (n < 2)"],
      ...["lag(t) OVER (ORDER BY t)", "max(t) OVER ()", "max(max(t)) OVER ()"]
    ];
    const instants = "SELECT n, make_timestamptz(1778500000000000 + n * 3600000000) AS instant FROM range(4) AS r(n)";
    const queries = ["instant", "instant::TIMESTAMP", "instant::TIMESTAMP::DATE"].flatMap((time) =>
      calls.map(
        (call) => `SELECT '${call} of ${time}' AS call, typeof(shown) AS type, shown::TIMESTAMP AS shown
        FROM (SELECT ${call} AT TIME ZONE 'America/New_York' AS shown FROM (SELECT n, ${time} AS t FROM (${instants})))`
      )
    );
    const [expected, answered] = await both(`${queries.join(" UNION ALL ")} ORDER BY ALL`);
    expect(answered).toEqual(expected);
  });

  it.each(["1969-11-01 00:00:00+00", "2040-03-01 00:00:00+00", "1677-01-01 00:00:00+00", "9999-01-01"])(
    "give null at %s, which is out of their range",
    async (instant) => {
      const sql = `SELECT TIMESTAMPTZ '${instant}' AT TIME ZONE 'America/New_York' AS t`;
      expect(await askWasm(wasm, [sql])).toEqual([{t: null}]);
    }
  );
});

describe("withStandIns(connection, run)", () => {
  const lacksIcu = new Error(
    'Catalog Error: Scalar Function with name "timezone" is not in the catalog, but it exists in the icu extension.'
  );
  const lacks = (zone: string) => new Error(`Invalid Input Error: Unknown TimeZone '${zone}'!`);
  const connect = () => ({query: vi.fn(async (_: string) => {})});
  const zoneSql = (...names: string[]) => zonesSql(new Map(names.map((name) => [name, [{since: 0, ahead: 32_400}]])));

  it("gives a connection macros and the clocks of a zone on demand, once", async () => {
    const connection = connect();
    const run = vi.fn(async () => "answer");
    run.mockRejectedValueOnce(lacksIcu).mockRejectedValueOnce(lacks("japan"));
    expect(await withStandIns(connection, run)).toBe("answer");
    run.mockRejectedValueOnce(lacks("Asia/Tokyo"));
    expect(await withStandIns(connection, run)).toBe("answer");
    const asked = [standIns, zoneSql("japan"), zoneSql("japan", "Asia/Tokyo")];
    expect(connection.query.mock.calls.flat()).toEqual(asked);
  });

  it.each([
    [lacks("Asia/Tokio"), 1, "unknown time zone: Asia/Tokio: did you mean Asia/Tokyo?"],
    [lacks("local"), 1, "unknown time zone: local"],
    [new Error("no column icu"), 1, "no column icu"],
    [lacksIcu, 2, lacksIcu.message]
  ])("throws %s after %d runs", async (error, runs, message) => {
    const run = vi.fn(() => Promise.reject(error));
    await expect(withStandIns(connect(), run)).rejects.toThrow(message);
    expect(run).toHaveBeenCalledTimes(runs);
  });
});

import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {namedQueries, sqlOf} from "../../loaders/sql/list.js";
import {argumentsOf} from "../../loaders/sql/queries.js";
import {bind} from "../../src/duckdb/sql/query-text.js";
import {answerRows, toRows} from "../../src/duckdb/values/rows.js";
import {openWasm, wasmZones} from "../duckdb/wasm.js";
import {casesOf, soaking} from "../helpers/soak.js";
import {parametersOf, queriesOf, queryPages, sharedSnapshot} from "./queries.js";

let native: Snapshot;
let wasm: DuckDBConnection;

beforeAll(async () => {
  const path = await sharedSnapshot("short");
  native = await openSnapshot(path);
  wasm = await openWasm(path);
});
afterAll(() => native.close());

const day = {from: "2026-05-12T06:30:00Z", until: "2026-05-12T14:00:00Z", step: 120};
const zoom = {from: "2026-05-12T10:01:10Z", until: "2026-05-12T10:01:50Z", step: 0.2};
const resolutions = ["raw", "1m", "1h", "1d"];
const whole = {first: day.from, last: day.until, draw: "candles", compared: "[8,9]", costs: 5, hold: 7};
const zoomed = {...zoom, ...whole, whole: "raw", resolution: "raw"};
const [raw, minutes, hours, days] = resolutions.map((resolution) => ({
  ...day,
  ...whole,
  whole: resolution,
  resolution
}));
const views = casesOf([hours, zoomed], [raw, minutes, days]);
const feeds = casesOf(
  [
    {feed: 8, feeds: "[112,113,114]"},
    {feed: 114, feeds: "[113]"}
  ],
  [{feed: 9, feeds: "[114]"}]
);

// Calls with values that the examples of the SQL files have not.
const span = "TIMESTAMP '2026-05-12 08:00:00', TIMESTAMP '2026-05-12 12:00:00'";
const later = "TIMESTAMP '2026-05-12 20:30:00', TIMESTAMP '2026-05-12 21:00:00'"; // the last rate, of 8 h, is of 14:00
const calls = [
  "SELECT human_value(m, e) FROM (VALUES (8063953748222, -8), (5, 3), (1, -300), (17, -30), (2, 25), (1, 400)) AS t(m, e)",
  "SELECT scaled(m, -2, divisor_of(-2)), scaled(m, 30, divisor_of(30)) FROM (VALUES (7), (NULL)) AS t(m)",
  "SELECT finite_or_null(x) FROM (VALUES (1.5::DOUBLE), ('Infinity'::DOUBLE), ('NaN'::DOUBLE)) AS t(x)",
  "SELECT is_stale(s, a) FROM (VALUES ('regular', 61), ('regular', 60), ('closed', 61), (NULL, 61), ('regular', NULL)) AS t(s, a)",
  "SELECT has_words('Crypto.BTC/USD Bitcoin', s) FROM (VALUES (''), ('coin  CRYPTO'), ('coin\u00a0btc'), ('btc eth')) AS t(s)",
  "SELECT search_words('Crypto  btc'), step_of(60, 1000), step_of(1e9, 1000), seconds_of('1h')",
  "SELECT spread_bps(99.5, 100.5), confidence_bps(0.5, -100), normal_share(2.12)",
  "SELECT compound_yearly(r, 8), simple_yearly(r, 8) FROM (VALUES (1e-4), (-2)) AS t(r)",
  "SELECT is_counted(s, 'open'), is_counted(s, 'closed') FROM (VALUES ('closed'), ('regular'), (NULL)) AS t(s)",
  "FROM bars_of('prices', priceFeedId, time_bucket(INTERVAL 15 MINUTE, publishedAt))",
  "FROM ranges_of('bars_1d')",
  "FROM adjusted_of('prices_1h')",
  "FROM adjusted_bars_of('prices_1d', 'adjusted_1h')",
  "FROM price_changes(1)",
  `FROM carry_forward('funding', [112, 113], ${span})`,
  ...["funding", "rates_raw", "rate_means_raw"].map((source) => `FROM carry_forward('${source}', [112], ${later})`),
  ...["raw", "1m", "1h"].map((at) => `FROM aligned_prices([6, 922, 10], ${span}, 600, resolution := '${at}')`),
  `FROM log_returns([8, 922], ${span}, 600, session := 'regular')`,
  `FROM return_correlation([1, 2, 6, 10], ${span}, 600)`,
  `FROM confidence_coverage([1, 2, 10], ${span}, 60, other := 6)`,
  `FROM funding_carry(112, 113, ${span}, entryBps := 2)`,
  `FROM time_weighted('spreads_raw', spreadBps, [1, 8], ${span})`,
  "FROM market_hours(922, TIMESTAMP '2026-03-06', TIMESTAMP '2026-03-10')",
  "FROM price_board() ORDER BY priceFeedId",
  "FROM rate_board() ORDER BY priceFeedId",
  `SELECT zone, t, local_time(t, zone) AS shown, local_day(t, zone) AS day, local_week(t, zone) AS week, instant_at(t, zone) AS at,
    hour(shown) AS hour, isodow(shown) AS weekday, t AT TIME ZONE zone AS zoned
  FROM (SELECT unnest(['${wasmZones.join("', '")}']) AS zone),
    range(TIMESTAMP '2010-01-03 00:30:00', TIMESTAMP '2028-01-01', INTERVAL 60011 MINUTE) AS times(t)`,
  ...["local_time", "local_day", "local_week"].flatMap((call) =>
    ["max(publishedAt)", "first(publishedAt ORDER BY price)", "lag(publishedAt) OVER (ORDER BY publishedAt)"].map(
      (time) => `SELECT ${call}(${time}, 'America/New_York') AS shown FROM prices WHERE priceFeedId = 8`
    )
  ),
  "SELECT first_shown(TIMESTAMP '2026-05-12', 'UTC', epoch_us(TIMESTAMP '2026-05-12'), epoch_us(TIMESTAMP '2026-05-12'))"
];

// Two values of each argument that may be a column of a join: DuckDB allows no column for the others.
const joined: Readonly<Record<string, readonly [string, string]>> = {
  ...{
    feed: ["8", "9"],
    other: ["9", "8"],
    longFeed: ["112", "114"],
    shortFeed: ["114", "113"],
    feeds: ["[8, 112, 113]", "[9]"]
  },
  ...{since: ["TIMESTAMP '2026-05-12 08:00:00'", "TIMESTAMP '2026-05-12 09:10:00'"], search: ["''", "'btc'"]},
  ...{
    until: ["TIMESTAMP '2026-05-12 12:00:00'", "TIMESTAMP '2026-05-12 11:30:00'"],
    zone: ["'UTC'", "'America/New_York'"]
  },
  ...{instant: ["TIMESTAMP '2026-05-12 11:30:30'", "TIMESTAMP '2026-05-12 09:09:08'"]},
  ...{step: ["600", "900"], ahead: ["60", "90"], hours: ["1", "2"], most: ["3", "1"], lags: ["2", "1"]},
  ...{
    session: ["'open'", "'closed'"],
    closed: ["'shown'", "'skipped'"],
    maxAge: ["900", "5"],
    factors: ["[1]", "[2, 3]"]
  },
  ...{quantiles: ["[0.5]", "[0.1]"], entryBps: ["1", "2"], exitBps: ["0", "1"], yearHours: ["8760", "1638"]},
  ...{costBps: ["5", "2"], holdDays: ["7", "1"], rateFeed: ["112", "114"], rateFeeds: ["[112]", "[112, 114]"]},
  ...{windowHours: ["[0.5]", "[1, 0.5]"], days: ["1", "2"], aside: ["600", "1200"]},
  positions: ["[{priceFeedId: 8, quantity: 2}]", "[{priceFeedId: 9, quantity: 1}]"],
  ...{mode: ["'indexed'", "'ratio'"], base: ["TIMESTAMP '2026-05-12 08:30:00'", "TIMESTAMP '2026-05-12 09:30:00'"]}
};
const constant: Readonly<Record<string, string>> = {
  ...{resolution: "'1m'", baseResolution: "'1h'"},
  ...{adjusted: "true", contracts: "[8, 9]", method: "'ratio'", rollDays: "0"},
  ...{around: "3", least: "0.1", smoothing: "2"},
  source: "'prices_1m'",
  ...{updates: "'prices'", rates: "'funding'", bars: "'bars_1m'", windowSeconds: "1800"},
  amount: "price"
};

/** A call of a named query with these texts as arguments. */
function callOf(name: string, textOf: (argument: string) => string | undefined): string {
  const given = argumentsOf(name).map(
    ({name, usual}) => `${usual === null ? "" : `${name} := `}${constant[name] ?? textOf(name)}`
  );
  return `${name}(${given.join(", ")})`;
}

// In this store no update is missing, was requested, or breaks a rule.
const emptyPlaces = [
  "quality.md lost",
  "quality.md receipts",
  "prices.md gapRows",
  ...["prices.md marks", "feed.md marks", "spreads.md marks", "funding.md marks"]
];

describe("native DuckDB and DuckDB-Wasm", () => {
  it("have one minor version", async () => {
    const [[version]] = (await native.query("SELECT version()")).rows as [[string]];
    const [answered] = await inBrowser("SELECT version() AS version");
    const minor = /^v\d+\.\d+\./.exec(version)?.[0];
    expect(answered?.version).toMatch(new RegExp(`^${minor}`));
  });

  it("answer the example of every table, view and query alike", async () => {
    let found = 0;
    for (const sql of await examples()) found += (await compare(sql)).length;
    expect(found).toBeGreaterThan(1000);
  });

  it.each(calls)("answer %s alike", async (sql) => expect((await compare(sql)).length).toBeGreaterThan(0));

  it("are compared here by every macro of the snapshot", async () => {
    const macros = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE NOT internal ORDER BY ALL";
    const compared = [...calls, ...(await examples()), ...queryPages.flatMap(queriesOf).map(({sql}) => sql)];
    const text = [...compared, ...namedQueries.map((name) => sqlOf(name))].join(); // named queries call the others
    const missing = (await native.query(macros)).rows.flat().filter((name) => !text.includes(`${name}(`));
    expect(missing).toEqual([]);
  });

  it.each(namedQueries.filter((name) => argumentsOf(name).length > 0))(
    "answer %s for columns of a join as for constants",
    async (name) => {
      const columns = Object.keys(joined).map((argument) => `"${argument}"`);
      const rows = [0, 1].map((i) => `(${[i, ...Object.values(joined).map((values) => values[i])].join()})`);
      const call = callOf(name, (argument) => `n."${argument}"`);
      const sql = `SELECT i, answer.* FROM (VALUES ${rows.join()}) AS n(i, ${columns.join()}), ${call} AS answer ORDER BY ALL`;
      const each = [0, 1].map((i) => `SELECT ${i} AS i, * FROM ${callOf(name, (argument) => joined[argument]?.[i])}`);
      const expected = await native.query(`${each.join(" UNION ALL ")} ORDER BY ALL`);
      const answer = answerRows(expected.columns, expected.rows).map(rounded);
      expect(answer.length > 0).toBe(name !== "session_gaps");
      expect((await inBrowser(sql)).map(rounded)).toEqual(answer);
      const joint = await native.query(sql);
      expect(answerRows(joint.columns, joint.rows).map(rounded)).toEqual(answer);
    }
  );

  it.each(queryPages.flatMap(queriesOf))("answer $place alike, at each resolution", async (query) => {
    const rated = query.place.startsWith("funding.md");
    for (const view of views) {
      if (view === undefined || (rated && view === minutes)) continue;
      let found = 0; // no feed has both rates and spreads
      for (const picked of query.place.startsWith("feed.md") || soaking ? feeds : feeds.slice(0, 1)) {
        const parameters = parametersOf(query, {search: "", zone: "America/New_York", ...view, ...picked});
        const {columns, rows} = await native.query(query.sql, parameters);
        const given = query.names.map((name) => parsed(parameters[name]));
        const {text, params} = bind(query.strings, given);
        const statement = wasm.prepare(text);
        const answered = await toRows(statement.query(...params), untyped);
        found += rows.length;
        expect(answered.map(rounded)).toEqual(answerRows(columns, rows).map(rounded));
        statement.close();
      }
      const isEmpty = emptyPlaces.includes(query.place);
      expect(found > 0, JSON.stringify(view)).toBe(!isEmpty);
    }
  });

  it("have the same tables and views, and return the same rows of each", async () => {
    const tables =
      "SELECT DISTINCT table_name AS name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY name";
    const names = (await native.query(tables)).rows.flat().map(String);
    expect((await inBrowser(tables)).map(({name}) => name)).toEqual(names);
    for (const name of names)
      expect((await compare(name, `SELECT * FROM ${name} ORDER BY ALL LIMIT 2000`)).length > 0, name).toBe(
        !["gaps", "latency_by_class"].includes(name)
      ); // this store has none
  });
});

async function examples(): Promise<string[]> {
  const {rows} = await native.query("SELECT comment FROM data_tables WHERE place <> 'store' ORDER BY ALL");
  const found = rows.map(([comment]) => /^Example: (.*)$/m.exec(String(comment))?.[1] ?? "");
  expect(found.length).toBeGreaterThan(50);
  return found.filter((sql) => sql !== "");
}

// Expects the same rows from both engines, and returns them.
async function compare(sql: string, ordered = `SELECT * FROM (${sql}) ORDER BY ALL`): Promise<unknown[]> {
  const {columns, rows} = await native.query(ordered);
  expect((await inBrowser(ordered)).map(rounded), sql).toEqual(answerRows(columns, rows).map(rounded));
  return rows;
}

// Arrow has the types of all columns that pages query.
const untyped = () => Promise.reject(new Error("asked for the types of columns"));
const inBrowser = (sql: string) => toRows(wasm.query(sql), untyped);

// A list is JSON text to native DuckDB, and a list in a browser.
function parsed(value: unknown): unknown {
  return typeof value === "string" && value.startsWith("[") ? JSON.parse(value) : value;
}

// The last digits of a sum depend on the order of its terms.
function rounded(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === "number" ? digits(value) : value]));
}

function digits(value: number): number {
  return Number(value.toPrecision(10));
}

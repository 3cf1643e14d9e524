import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {argumentsOf, namedQueries, queryText} from "../../loaders/sql/queries.js";
import {bind} from "../../src/duckdb/sql/bind.js";
import {answerRows, toRows} from "../../src/duckdb/values/rows.js";
import {casesOf, soaking} from "../helpers/soak.js";
import {openWasm, wasmZones} from "../helpers/wasm.js";
import {pages, parametersOf, queriesOf, queryPages, sharedSnapshot} from "./queries.js";

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
const ratedAt = ["raw", "1h", "1d"];
const whole = {first: day.from, last: day.until, draw: "candles", compared: "[8,9]"};
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
    {feed: 8, feeds: "[112,114]"},
    {feed: 114, feeds: "[113]"}
  ],
  [{feed: 9, feeds: "[114]"}]
);

// Tables and views of the snapshot, which anyone's page may query.
const names = [
  ...[
    "meta",
    "feeds",
    "prices",
    "funding",
    "sessions",
    "snapshot_parts",
    "quality_1h",
    "gaps",
    "spreads",
    "prices_long"
  ],
  ...["fault_examples", "field_changes", "latency_1h", "load_log", "feed_freshness", "feed_states", "feed_stats"],
  ...[
    "funding_now",
    "funding_intervals",
    "funding_payments",
    "data_tables",
    "data_columns",
    "bars_1s",
    "bars_1m",
    "bars_1h",
    "bars_1d"
  ],
  ...["funding_1h", "funding_1d", ...ratedAt.flatMap((at) => [`rates_${at}`, `rate_means_${at}`])],
  ...resolutions.flatMap((resolution) => [`prices_${resolution}`, `spreads_${resolution}`])
];

// Macros of the snapshot, which anyone's page may use too.
const span = "TIMESTAMP '2026-05-12 08:00:00', TIMESTAMP '2026-05-12 12:00:00'";
const later = "TIMESTAMP '2026-05-12 20:30:00', TIMESTAMP '2026-05-12 21:00:00'"; // the last rate, of 8 h, is of 14:00
const calls = [
  "SELECT human_value(m, e) FROM (VALUES (8063953748222, -8), (5, 3), (1, -300), (17, -30), (2, 25), (1, 400)) AS t(m, e)",
  "SELECT scaled(m, -2, divisor_of(-2)), scaled(m, 30, divisor_of(30)) FROM (VALUES (7), (NULL)) AS t(m)",
  "SELECT finite_or_null(x) FROM (VALUES (1.5::DOUBLE), ('Infinity'::DOUBLE), ('NaN'::DOUBLE)) AS t(x)",
  "SELECT is_stale(s, a) FROM (VALUES ('regular', 61), ('regular', 60), ('closed', 61), (NULL, 61), ('regular', NULL)) AS t(s, a)",
  "SELECT has_words('Crypto.BTC/USD Bitcoin', s) FROM (VALUES (''), ('coin  CRYPTO'), ('coin\u00a0btc'), ('btc eth')) AS t(s)",
  "SELECT search_words('Crypto  btc')",
  "FROM price_at(8, TIMESTAMP '2026-05-12 11:30:30')",
  "SELECT step_of(s, 1000) FROM (VALUES (60), (90000), (1e9)) AS t(s)",
  "SELECT spread_bps(99.5, 100.5), confidence_bps(0.5, -100)",
  "SELECT compound_yearly(r, 8), simple_yearly(r, 8) FROM (VALUES (1e-4), (-2)) AS t(r)",
  "FROM bars_of('prices', priceFeedId, time_bucket(INTERVAL 15 MINUTE, publishedAt))",
  "FROM ranges_of('bars_1d')",
  "FROM feed_changes(1)",
  `FROM carry_forward('funding', [112, 113], ${span})`,
  ...["funding", "rates_raw", "rate_means_raw"].map((source) => `FROM carry_forward('${source}', [112], ${later})`),
  ...["raw", "1m", "1h"].map((at) => `FROM aligned_prices([6, 922, 10], ${span}, 600, resolution := '${at}')`),
  "SELECT is_counted(s, 'open'), is_counted(s, 'closed') FROM (VALUES ('closed'), ('regular'), (NULL)) AS t(s)",
  `FROM log_returns([8, 922], ${span}, 600, session := 'regular')`,
  `FROM realised_volatility([1, 922, 10], ${span}, 600)`,
  `FROM return_correlation([1, 2, 6, 10], ${span}, 600)`,
  `FROM return_lags(1, 2, ${span}, 600, lags := 4)`,
  `FROM price_difference(1, 2, ${span})`,
  `FROM confidence_coverage([1, 2, 10], ${span}, 60, other := 6)`,
  `FROM funding_carry(112, 113, ${span}, entryBps := 2)`,
  `FROM drawdown_line(1, ${span}, 600)`,
  `FROM drawdown_summary([1, 922, 10], ${span}, resolution := '1h')`,
  `FROM drawdowns([6], ${span}, '1m')`,
  "FROM familiar_feeds(4)",
  "FROM price_board() ORDER BY priceFeedId",
  "FROM rate_board() ORDER BY priceFeedId",
  "SELECT count(gapBps) AS gaps FROM session_gaps([922, 8], TIMESTAMP '2026-05-11', TIMESTAMP '2026-05-13')",
  `FROM ema_deviation(1, ${span}, 600)`,
  `FROM time_weighted('spreads_raw', spreadBps, [1, 8], ${span})`,
  "SELECT normal_share(k) FROM (VALUES (0), (2.12), (9), (NULL)) AS t(k)",
  "SELECT seconds_of('1h')",
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

// Two values of each argument of named queries that may be a column of a join; DuckDB does not allow it for the others.
const joined: Readonly<Record<string, readonly [string, string]>> = {
  ...{
    feed: ["8", "9"],
    other: ["9", "8"],
    longFeed: ["112", "114"],
    shortFeed: ["114", "113"],
    feeds: ["[8, 112]", "[9]"]
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
  ...{quantiles: ["[0.5]", "[0.1]"], entryBps: ["1", "2"], exitBps: ["0", "1"], yearHours: ["8760", "1638"]}
};
const constant: Readonly<Record<string, string>> = {resolution: "'1m'", source: "'prices_1m'", amount: "price"};

/** A call of a named query, with these texts for its arguments. */
function callOf(name: string, textOf: (argument: string) => string | undefined): string {
  const given = argumentsOf(name).map(
    ({name, usual}) => `${usual === null ? "" : `${name} := `}${constant[name] ?? textOf(name)}`
  );
  return `${name}(${given.join(", ")})`;
}

describe("native DuckDB and DuckDB-Wasm", () => {
  it("have one minor version", async () => {
    const [[version]] = (await native.query("SELECT version()")).rows as [[string]];
    const [answered] = await inBrowser("SELECT version() AS version");
    const minor = /^v\d+\.\d+\./.exec(version)?.[0];
    expect(answered?.version).toMatch(new RegExp(`^${minor}`));
  });

  it("have all macros of the snapshot tried here", async () => {
    const held = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE NOT internal ORDER BY ALL";
    const tried = [...calls, ...queryPages.flatMap(queriesOf).map(({sql}) => sql)].join();
    const made = namedQueries.map(queryText).join(); // all of them are called here or by pages
    const missed = (await native.query(held)).rows.flat().filter((name) => !(tried + made).includes(`${name}(`));
    expect(missed).toEqual([]);
    expect(namedQueries.filter((name) => !tried.includes(`${name}(`))).toEqual([]);
  });

  it.each(calls)("answer %s alike", async (sql) => {
    const {columns, rows} = await native.query(`SELECT * FROM (${sql}) ORDER BY ALL`);
    expect(rows.length).toBeGreaterThan(0);
    const answered = await inBrowser(`SELECT * FROM (${sql}) ORDER BY ALL`);
    expect(answered.map(rounded)).toEqual(answerRows(columns, rows).map(rounded));
  });

  it.each(namedQueries.filter((name) => argumentsOf(name).length > 0))(
    "answer %s with columns of a join as with constants",
    async (name) => {
      const columns = Object.keys(joined).map((argument) => `"${argument}"`);
      const rows = [0, 1].map((i) => `(${[i, ...Object.values(joined).map((values) => values[i])].join()})`);
      const call = callOf(name, (argument) => `n."${argument}"`);
      const sql = `SELECT i, answer.* FROM (VALUES ${rows.join()}) AS n(i, ${columns.join()}), ${call} AS answer ORDER BY ALL`;
      const each = [0, 1].map((i) => `SELECT ${i} AS i, * FROM ${callOf(name, (argument) => joined[argument]?.[i])}`);
      const expected = await native.query(`${each.join(" UNION ALL ")} ORDER BY ALL`);
      const answer = answerRows(expected.columns, expected.rows).map(rounded);
      expect(answer.length > 0).toBe(name !== "session_gaps"); // no session ends in these hours
      expect((await inBrowser(sql)).map(rounded)).toEqual(answer);
      const joint = await native.query(sql);
      expect(answerRows(joint.columns, joint.rows).map(rounded)).toEqual(answer);
    }
  );

  it("read only what local times of constants leave over of a table", async () => {
    const day = "local_day(TIMESTAMP '2026-05-12 12:00:00', 'Pacific/Apia')";
    const sql = `EXPLAIN (FORMAT json) SELECT price FROM prices WHERE priceFeedId = 8 AND publishedAt >= ${day}`;
    const filter = "publishedAt>='2026-05-12 11:00:00'";
    expect(JSON.stringify((await native.query(sql)).rows)).toContain(filter);
    expect(JSON.stringify(await inBrowser(sql))).toContain(filter);
  });

  it("know pages that query", () => expect(queryPages).toEqual(expect.arrayContaining([...pages])));

  it.each(queryPages.flatMap(queriesOf))("answer $place alike, at each resolution", async (query) => {
    const rated = query.place.startsWith("funding.md");
    for (const view of views) {
      if (view === undefined || (rated && view === minutes)) continue;
      let found = 0; // rates or spreads: no feed has both
      for (const picked of query.place.startsWith("feed.md") || soaking ? feeds : feeds.slice(0, 1)) {
        const parameters = parametersOf(query, {search: "", zone: "America/New_York", ...view, ...picked});
        const {columns, rows} = await native.query(query.sql, parameters);
        const given = query.names.map((name) => parsed(parameters[name]));
        const {text, params} = bind(query.strings, given);
        const statement = wasm.prepare(text);
        const answered = await toRows(statement.query(...params), untold);
        found += rows.length;
        expect(answered.map(rounded)).toEqual(answerRows(columns, rows).map(rounded));
        statement.close();
      }
      expect(found, JSON.stringify(view)).toBeGreaterThan(0);
    }
  });

  it("know the same tables and views, all of which are tried here", async () => {
    const held =
      "SELECT DISTINCT table_name AS name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY name";
    const {rows} = await native.query(held);
    expect(rows.flat()).toEqual(names.toSorted());
    expect((await inBrowser(held)).map(({name}) => name)).toEqual(names.toSorted());
  });

  it.each(names)("answer everything of %s alike", async (name) => {
    const sql = `SELECT * FROM ${name} ORDER BY ALL LIMIT 2000`;
    const {columns, rows} = await native.query(sql);
    expect(rows.length).toBeGreaterThan(name === "gaps" ? -1 : 0); // this store has none
    expect((await inBrowser(sql)).map(rounded)).toEqual(answerRows(columns, rows).map(rounded));
  });
});

// None of what pages ask for is of a type that Arrow does not tell.
const untold = () => Promise.reject(new Error("asked for the types of columns"));
const inBrowser = (sql: string) => toRows(wasm.query(sql), untold);

// A list is JSON text to native DuckDB, and a list in a browser.
function parsed(value: unknown): unknown {
  return typeof value === "string" && value.startsWith("[") ? JSON.parse(value) : value;
}

// Sums differ in their last digits by the order in which they are made.
function rounded(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === "number" ? digits(value) : value]));
}

function digits(value: number): number {
  return Number(value.toPrecision(10));
}

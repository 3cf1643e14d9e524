import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, type Snapshot} from "../../loaders/store/snapshot.js";
import {answerRows, toRows} from "../../src/lib/rows.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {openWasm} from "../helpers/wasm.js";
import {pages, parametersOf, queriesOf} from "./queries.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-engines-"));
const path = join(folder, "feeds.duckdb");
let native: Snapshot;
let wasm: DuckDBConnection;

beforeAll(async () => {
  await makeSnapshot(path, {hours: 8});
  native = await openSnapshot(path);
  wasm = await openWasm(path);
});
afterAll(() => {
  native.close();
  rmSync(folder, {recursive: true});
});

const day = {from: "2026-05-12T06:30:00Z", until: "2026-05-12T14:00:00Z", step: 120};
const zoom = {from: "2026-05-12T10:00:10Z", until: "2026-05-12T10:00:50Z", step: 0.2};
const resolutions = ["raw", "1m", "1h", "1d"];
const views = [...resolutions.map((resolution) => ({...day, resolution})), {...zoom, resolution: "raw"}];
const feeds = [
  {feed: 8, feeds: "[112,114]"},
  {feed: 9, feeds: "[113]"}
];

// Tables and views of the snapshot, which anyone's page may query.
const names = [
  ...["meta", "feeds", "prices", "funding", "sessions", "snapshot_parts", "quality_1h", "spreads", "prices_long"],
  ...["funding_now", "funding_intervals", "bars_1s", "bars_1m", "bars_1h", "bars_1d"],
  ...resolutions.flatMap((resolution) => [`prices_${resolution}`, `spreads_${resolution}`])
];

describe("native DuckDB and DuckDB-Wasm", () => {
  it.each(pages.flatMap(queriesOf))("answer $place alike, at each resolution", async (query) => {
    for (const view of views) {
      for (const picked of feeds) {
        const parameters = parametersOf(query, {...view, ...picked});
        const {columns, rows} = await native.query(query.sql, parameters);
        const statement = wasm.prepare(query.text);
        const table = statement.query(...query.names.map((name) => parameters[name]));
        expect(rows.length, JSON.stringify(parameters)).toBeGreaterThan(0);
        expect(toRows(table).map(rounded)).toEqual(answerRows(columns, rows).map(rounded));
        statement.close();
      }
    }
  });

  it("know the same tables and views, all of which are tried here", async () => {
    const held =
      "SELECT DISTINCT table_name AS name FROM information_schema.tables WHERE table_schema = 'main' ORDER BY name";
    const {rows} = await native.query(held);
    expect(rows.flat()).toEqual(names.toSorted());
    expect(toRows(wasm.query(held)).map(({name}) => name)).toEqual(names.toSorted());
  });

  it.each(names)("answer everything of %s alike", async (name) => {
    const sql = `SELECT * FROM ${name} ORDER BY ALL LIMIT 2000`;
    const {columns, rows} = await native.query(sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(toRows(wasm.query(sql)).map(rounded)).toEqual(answerRows(columns, rows).map(rounded));
  });
});

// Sums differ in their last digits by the order in which they are made.
function rounded(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === "number" ? digits(value) : value]));
}

function digits(value: number): number {
  return Number(value.toPrecision(10));
}

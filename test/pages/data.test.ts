import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {argumentsOf, namedQueries} from "../../loaders/derive/queries.js";
import {runSqlFile} from "../../loaders/site/sql.js";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import type {CatalogTable} from "../../src/components/catalog/catalog.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-data-page-"));
const path = join(folder, "feeds.duckdb");

afterAll(() => rmSync(folder, {recursive: true}));

describe.each([0, 8])("data.json.sql of a store of %d hours", (hours) => {
  let tables: CatalogTable[];

  beforeAll(async () => {
    await makeSnapshot(path, {hours});
    tables = await load();
  });

  it("has every table, view and column of the snapshot, each with its figures", async () => {
    const held = "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal ORDER BY ALL";
    const {rows} = await querySnapshot(path, held);
    const listed = tables.filter(({kind}) => kind === "table" || kind === "view").flatMap(columnsOf);
    expect(listed.toSorted()).toEqual(rows.map((row) => row.join(".")).toSorted());
    for (const {kind, rows, name} of tables)
      if (kind === "table" || kind === "view") expect(rows, name).toBeTypeOf("number");
  });

  it("has every named query with its arguments, and its columns", () => {
    const queries = tables.filter(({kind}) => kind === "query");
    expect(queries.map(({name}) => name)).toEqual(namedQueries);
    for (const {name, columns} of queries) {
      const given = columns.filter(({argument}) => argument).map((column) => column.name);
      expect(given, name).toEqual(argumentsOf(name).map((argument) => argument.name));
      expect(columns.length).toBeGreaterThan(given.length);
    }
  });

  it("has every table, view and column of the store", async () => {
    const {rows} = await querySnapshot(path, "SELECT tableName, name FROM data_columns WHERE place = 'store'");
    const listed = tables.flatMap(({columns, name}) => columns.map((column) => `${name}.${column.name}`));
    expect(listed).toEqual(expect.arrayContaining(rows.map((row) => row.join("."))));
  });

  it("says of each what it means, its grain, and a query to start from", () => {
    for (const {name, meaning, grain, example, columns} of tables) {
      expect([meaning, grain, example], name).not.toContain("");
      for (const column of columns) expect(column.meaning, `${name}.${column.name}`).not.toBe("");
    }
    const store = tables.filter(({kind}) => kind === "store").map(({name}) => name);
    expect(store).toEqual(expect.arrayContaining(["feed_updates", "responses", "loads", "updates", "feeds"]));
    expect(store).not.toContain("prices");
  });

  it("has examples that run", async () => {
    for (const {kind, example} of tables)
      if (kind !== "store") await expect(querySnapshot(path, example)).resolves.toBeDefined();
  });
});

describe("data.json.sql", () => {
  it("gives unit, range and share of nulls of a column, and the time of a table", async () => {
    await makeSnapshot(path, {hours: 8});
    const prices = (await load()).find(({name}) => name === "prices");
    expect(prices).toMatchObject({
      ...{kind: "table", grain: "(priceFeedId, publishedAt)", source: "deduplicated_updates", rows: 4800, whole: true},
      ...{since: "2026-05-12 06:01:00", until: "2026-05-12 14:00:00"}
    });
    const column = (name: string) => prices?.columns.find((found) => found.name === name);
    expect(column("priceFeedId")).toMatchObject({type: "BIGINT", low: "1", high: "922", nullShare: 0});
    expect(column("bid")).toMatchObject({unit: "quote currency", meaning: "best bid", nullShare: 0.4});
    expect(column("responseId")).toMatchObject({storeOnly: true, low: null, nullShare: null});
  });

  it("says how much of the store a table of the snapshot holds", async () => {
    await makeSnapshot(path, {hours: 200, budgetBytes: 1_500_000});
    const prices = (await load()).find(({name}) => name === "prices");
    expect(prices).toMatchObject({whole: false, storedRows: 120_000, wholeSince: expect.stringMatching(/^2026-05-/)});
    expect(prices?.rows).toBeLessThan(120_000);
  });
});

async function load(): Promise<CatalogTable[]> {
  return JSON.parse(String(await runSqlFile("src/data/data.json.sql", path))).tables;
}

function columnsOf({name, columns}: CatalogTable): string[] {
  return columns.filter(({storeOnly}) => !storeOnly).map((column) => `${name}.${column.name}`);
}

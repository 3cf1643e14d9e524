import {beforeAll, describe, expect, it} from "vitest";
import {runSqlFile} from "../../loaders/site/data-loaders/sql.js";
import {openSnapshot, querySnapshot} from "../../loaders/snapshot/snapshot.js";
import type {CatalogTable} from "../../src/views/catalog/catalog.js";
import {sharedSnapshot} from "./queries.js";

let path = "";
let tables: CatalogTable[];
const columnsOf = ({name, columns}: CatalogTable, filter: (column: CatalogTable["columns"][number]) => boolean) =>
  columns.filter(filter).map((column) => `${name}.${column.name}`);

const known = new Map<string, CatalogTable[]>();

async function load(kind: Parameters<typeof sharedSnapshot>[0]): Promise<void> {
  path = await sharedSnapshot(kind);
  tables = known.get(kind) ?? JSON.parse(String(await runSqlFile("src/data/data.json.sql", path))).tables;
  known.set(kind, tables);
}

describe.each(["empty", "short"] as const)("data.json.sql of the %s store", (kind) => {
  beforeAll(() => load(kind));

  it("lists every table, view and column of the snapshot, with row counts", async () => {
    const held = "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal ORDER BY ALL";
    const {rows} = await querySnapshot(path, held);
    const counted = tables.filter(({kind}) => kind === "table" || kind === "view");
    const listed = counted.flatMap((table) => columnsOf(table, ({storeOnly}) => !storeOnly));
    expect(listed.toSorted()).toEqual(rows.map((row) => row.join(".")).toSorted());
    for (const {rows, name} of counted) expect(rows, name).toBeTypeOf("number");
  });

  it("has meaning, grain and a working example for each", async () => {
    const snapshot = await openSnapshot(path);
    for (const {kind, name, meaning, grain, example, columns} of tables) {
      expect([meaning, grain, example, ...columns.map((column) => column.meaning)], name).not.toContain("");
      if (kind !== "store") await expect(snapshot.query(example)).resolves.toBeDefined();
    }
    snapshot.close();
  });
});

it("data.json.sql has unit, range and share of nulls of a column, and the time range of a table", async () => {
  await load("short");
  const prices = tables.find(({name}) => name === "prices");
  expect(prices).toMatchObject({
    ...{kind: "table", grain: "(priceFeedId, publishedAt)", source: "deduplicated_updates", rows: 4800, whole: true},
    ...{since: "2026-05-12 06:01:00", until: "2026-05-12 14:00:00"}
  });
  const column = (name: string) => prices?.columns.find((found) => found.name === name);
  expect(column("priceFeedId")).toMatchObject({type: "BIGINT", low: "1", high: "922", nullShare: 0});
  expect(column("bid")).toMatchObject({unit: "quote currency", meaning: "best bid", nullShare: 0.4});
  expect(column("responseId")).toMatchObject({storeOnly: true, low: null, nullShare: null});
});

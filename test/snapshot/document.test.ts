import {copyFileSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {documentSnapshot, documentStore} from "../../loaders/snapshot/document.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {useMade} from "../helpers/published.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const made = useMade((path) => makeSnapshot(path, {hours: 2}));

const held = "database_name = current_database() AND schema_name = 'main'";
const rowsOf = async (sql: string) => (await made.snapshot.query(sql)).rows;
const heldIn = async (place: string, sql: string) =>
  place === "snapshot"
    ? await rowsOf(sql)
    : (await queryRecords(made.store.connection, sql)).map((record) => Object.values(record));

const internal = `('derived_stale', 'derived_state', 'feed_totals', 'running_loads', 'schema_migrations', 'shipping',
  'superseded_updates', 'unkept_hours', 'unshipped')`;

// A new table or column needs a line at the head of its .sql file.
describe.each(["snapshot", "store"])("data_tables and data_columns of the %s", (place) => {
  it("describe every table and view that is not internal by meaning and grain", async () => {
    const sql = `SELECT table_name AS name, 'table' AS kind FROM duckdb_tables() WHERE ${held} AND name NOT IN ${internal}
      UNION ALL SELECT view_name, 'view' FROM duckdb_views() WHERE ${held} AND NOT internal
      ORDER BY ALL`;
    const expected = await heldIn(place, sql);
    expect(expected.length).toBeGreaterThan(20);
    const described = `FROM data_tables WHERE place = '${place}' AND kind <> 'query'`;
    expect(await rowsOf(`SELECT name, kind ${described} ORDER BY ALL`)).toEqual(expected);
    expect(await rowsOf(`SELECT name ${described} AND coalesce(comment NOT LIKE '%.\nGrain: %', true)`)).toEqual([]);
  });

  it("describe every column by type and meaning, and doubles by their unit", async () => {
    const sql = `SELECT table_name AS "table", column_name AS name, data_type AS type FROM duckdb_columns()
      WHERE ${held} AND NOT internal AND table_name NOT IN ${internal} ORDER BY ALL`;
    const described = `FROM data_columns WHERE place = '${place}' AND type IS NOT NULL AND NOT argument`;
    const expected = await heldIn(place, sql);
    expect(expected.length).toBeGreaterThan(300);
    expect(await rowsOf(`SELECT tableName, name, type ${described} ORDER BY ALL`)).toEqual(expected);
    expect(await rowsOf(`SELECT tableName, name ${described} AND comment IS NULL`)).toEqual([]);
    expect(
      await rowsOf(`SELECT tableName, name ${described} AND type = 'DOUBLE' AND comment NOT LIKE '% [%]'`)
    ).toEqual([]);
  });

  it("have examples that run", async () => {
    const sql = `SELECT name, regexp_extract(comment, '\\nExample: (.*)', 1) AS example FROM data_tables
      WHERE place = '${place}' AND example <> ''`;
    const examples = await rowsOf(sql);
    expect(examples.length).toBeGreaterThan(8);
    for (const [name, example] of examples) {
      expect(example).toMatch(new RegExp(`\\bFROM ${name === "feed_stats" ? "feeds" : name}\\b`));
      await expect(heldIn(place, String(example))).resolves.toBeDefined();
    }
  });
});

describe("documentSnapshot(connection, store)", () => {
  it("leaves out foreign tables of the store, and has no comment for undescribed columns", async () => {
    const {path, store} = made;
    const {connection} = store;
    await connection.run("CREATE TABLE stray (a INTEGER); ALTER TABLE loads ADD COLUMN more DOUBLE");
    copyFileSync(path, `${path}.copy`);
    await connection.run(`ATTACH '${path}.copy' AS snapshot; CREATE TABLE snapshot.other (b INTEGER);
      DROP TABLE snapshot.data_tables; DROP TABLE snapshot.data_columns`);
    await documentSnapshot(connection, await documentStore(connection));
    expect(await queryRecords(connection, "FROM snapshot.data_tables WHERE name = 'stray'")).toEqual([]);
    const bare = "SELECT place, tableName, name FROM snapshot.data_columns WHERE comment IS NULL ORDER BY ALL";
    expect(await queryRecords(connection, bare)).toEqual([
      {place: "snapshot", tableName: "other", name: "b"},
      {place: "store", tableName: "loads", name: "more"}
    ]);
  });
});

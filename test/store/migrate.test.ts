import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/database/query.js";
import {findGaps} from "../../loaders/inspect/gaps.js";
import {storeStatus} from "../../loaders/inspect/status.js";
import {readMigrations, todaysVersion} from "../../loaders/store/migrate.js";
import {openStore} from "../../loaders/store/open.js";
import {readStore} from "../../loaders/store/reader.js";
import {makeOldStore, oldVersions, rowsOf, shapeOf} from "../helpers/old.js";

let folder: string;
const path = () => join(folder, "old.duckdb");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-migrate-"));
  await makeOldStore(path(), 1);
});

afterEach(() => rmSync(folder, {recursive: true}));

describe("readMigrations(folder)", () => {
  it("gives their texts by number, and passes over what else is there", () => {
    for (const name of ["1.sql", "2.sql", "10.sql", "2.sql~", ".DS_Store", "0.sql.orig"])
      writeFileSync(join(folder, name), name);
    for (let n = 3; n < 10; n++) writeFileSync(join(folder, `${n}.sql`), "");
    expect(readMigrations(pathToFileURL(`${folder}/`))).toEqual(["1.sql", "2.sql", ...Array(7).fill(""), "10.sql"]);
  });
});

describe.each(oldVersions)("migrate(connection) of a store of version %i", (version) => {
  it("gives the tables of a new store, and keeps every row", async () => {
    rmSync(path());
    await makeOldStore(path(), version);
    const before = await readStore(path(), rowsOf);
    const [old, fresh] = [await openStore(path()), await openStore(join(folder, "new.duckdb"))];
    expect(await shapeOf(old)).toEqual(await shapeOf(fresh));
    expect(await queryRecords(old.connection, "SELECT version FROM schema_migrations ORDER BY version")).toEqual(
      Array.from({length: todaysVersion}, (_, i) => ({version: i + 1}))
    );
    expect(await rowsOf(old)).toMatchObject(before);
    expect(before).toMatchObject({feed_updates: [{price: 8063953748222}], responses: [{entries: 2}]});
    expect(await queryRecords(old.connection, "SELECT price FROM prices")).toEqual([{price: 80639.53748222}]);
    old.close();
    fresh.close();
  });
});

describe("migrate(connection) of a store of version 7", () => {
  it("leaves no view and no macro that has another name now", async () => {
    rmSync(path());
    await makeOldStore(path(), 7);
    const instance = await DuckDBInstance.create(path());
    const connection = await instance.connect();
    for (const name of ["chosen_updates", "dated_updates", "known_rows"])
      await connection.run(`CREATE VIEW ${name} AS FROM feed_updates`);
    await connection.run("CREATE MACRO standing(a) AS TABLE SELECT a");
    connection.closeSync();
    instance.closeSync();
    const [old, fresh] = [await openStore(path()), await openStore(join(folder, "new.duckdb"))];
    const sql = `SELECT view_name AS name FROM duckdb_views() WHERE database_name = 'store' AND NOT internal
      UNION ALL SELECT DISTINCT function_name FROM duckdb_functions() WHERE database_name = 'store' AND NOT internal
      ORDER BY ALL`;
    expect(await queryRecords(old.connection, sql)).toEqual(await queryRecords(fresh.connection, sql));
    old.close();
    fresh.close();
  });
});

describe("migrate(connection) of a store of version 1", () => {
  it("books the end of the load that was killed, with what it had committed", async () => {
    const store = await openStore(path());
    expect(
      await queryRecords(
        store.connection,
        "SELECT status, rows, rejected, finishedAt, error IS NOT NULL AS told FROM loads ORDER BY startedAt"
      )
    ).toEqual([
      {status: "done", rows: 0, rejected: 0, finishedAt: "2026-05-12T13:40:01Z", told: false},
      {status: "interrupted", rows: 1, rejected: 1, finishedAt: "2026-05-12T13:55:01Z", told: true}
    ]);
    store.close();
  });
});

describe("readStore(path, storeStatus) of a store of version 1", () => {
  it("tells the load that was killed, and leaves the store as it is", async () => {
    const status = await readStore(path(), storeStatus);
    expect(status).toMatchObject({unfinished: 1, loads: [{status: "interrupted"}, {status: "done"}]});
    expect(status.loads[0]?.error).toMatch(/^ended without finishing/);
    const version = ({connection}: Parameters<typeof storeStatus>[0]) =>
      queryRecords(connection, "SELECT max(version) AS version FROM schema_migrations");
    expect(await readStore(path(), version)).toEqual([{version: 1}]);
  });
});

describe("readStore(path, findGaps) of a store of version 1", () => {
  it("reads it with today's macros", async () => {
    const gaps = await readStore(path(), (store) => findGaps(store, {from: null, to: null, feeds: null}));
    expect(gaps).toEqual([]);
  });
});

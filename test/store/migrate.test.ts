import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {openStore} from "../../loaders/store/open.js";
import {query, queryRecords} from "../../loaders/store/query.js";
import {readStore} from "../../loaders/store/reader.js";
import {storeStatus} from "../../loaders/store/status.js";

let folder: string;
const path = () => join(folder, "old.duckdb");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-migrate-"));
  const instance = await DuckDBInstance.create(path());
  const connection = await instance.connect();
  await connection.run(readFileSync("test/fixtures/stores/version-1.sql", "utf8"));
  connection.closeSync();
  instance.closeSync();
});

afterEach(() => rmSync(folder, {recursive: true}));

const columns = `SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns()
  WHERE database_name = 'store' AND NOT internal
    AND table_name IN (SELECT table_name FROM duckdb_tables() WHERE database_name = 'store')
  ORDER BY table_name, column_index`;

describe("migrate(connection) of a store of version 1", () => {
  it("gives the tables of a new store, and keeps what is held", async () => {
    const [old, fresh] = [await openStore(path()), await openStore(join(folder, "new.duckdb"))];
    const tablesOf = async ({connection}: typeof old) => (await query(connection, columns)).rows;
    expect(await tablesOf(old)).toEqual(await tablesOf(fresh));
    expect(await queryRecords(old.connection, "SELECT version FROM schema_migrations ORDER BY version")).toEqual([
      {version: 1},
      {version: 2},
      {version: 3},
      {version: 4},
      {version: 5}
    ]);
    expect(await queryRecords(old.connection, "SELECT price FROM prices")).toEqual([{price: 80639.53748222}]);
    old.close();
    fresh.close();
  });

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

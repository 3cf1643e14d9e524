import {createHash} from "node:crypto";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {queryRecords} from "../../loaders/store/database/query.js";
import type {Store} from "../../loaders/store/database/store.js";
import {readMigrations, storeVersion, todaysVersion} from "../../loaders/store/migrate.js";
import {readStore, useStore} from "../../loaders/store/open.js";
import {createTable, describedTables} from "../../loaders/store/tables.js";
import {casesOf} from "../helpers/soak.js";
import {copyEmpty} from "../helpers/store.js";
import {inDatabase, inStore, makeOldStore, oldVersions, rowsOf, shapeOf} from "./old.js";

// The oldest version goes through every migration.
const ends = [1, Math.max(...oldVersions)];
const between = oldVersions.filter((version) => !ends.includes(version));

let folder: string;
const path = () => join(folder, "feeds.duckdb");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "feedbook-migrate-"));
});

afterEach(() => rmSync(folder, {recursive: true}));

/** The results of `read` for the migrated old store, and for a new one. */
async function oldAndNew<T>(read: (store: Store) => Promise<T>): Promise<[T, T]> {
  const fresh = join(folder, "new.duckdb");
  await copyEmpty(fresh);
  return [await useStore(path(), {}, read), await useStore(fresh, {}, read)];
}

describe("readMigrations()", () => {
  it("gives texts that never change, and make the described tables", async () => {
    const hashes = readMigrations().map((text) => createHash("sha256").update(text).digest("hex").slice(0, 8));
    expect(hashes.slice(0, 8)).toEqual([
      "a81ce114",
      "c23ebed2",
      "d1216979",
      "5e5e25cb",
      "156cf085",
      "90b839ca",
      "944c02c8",
      "2fcfc57e"
    ]);
    const made = await shapeAfter(readMigrations());
    expect(made).toEqual(await shapeAfter(describedTables.map(createTable)));
  });
});

// The columns and constraints of tables that these texts make.
function shapeAfter(texts: readonly string[]): Promise<unknown> {
  const described = describedTables.map(({name}) => `'${name}'`).join();
  const columns = `SELECT table_name, column_name, data_type, is_nullable, column_default FROM duckdb_columns()
    WHERE table_name IN (${described}) ORDER BY ALL`;
  const checks = `SELECT table_name, constraint_text FROM duckdb_constraints() WHERE table_name IN (${described}) ORDER BY ALL`;
  return inDatabase(":memory:", async (connection) => {
    for (const text of texts) await connection.run(text);
    return [await queryRecords(connection, columns), await queryRecords(connection, checks)];
  });
}

describe.each(casesOf(ends, between))("migrate(connection) of a store of version %i", (version) => {
  it("makes the tables of a new store, and keeps every row", async () => {
    await makeOldStore(path(), version);
    const {drift: _, known_fields: __, ...before} = await inStore(path(), (connection) => rowsOf({connection}));
    const [old, fresh] = await oldAndNew(shapeOf);
    expect(old).toEqual(fresh);
    await readStore(path(), async (store) => {
      expect(await storeVersion(store.connection)).toBe(todaysVersion);
      expect(await rowsOf(store)).toMatchObject(before);
      expect(before).toMatchObject({feed_updates: [{price: 8063953748222}], responses: [{entries: 2}]});
      expect(await queryRecords(store.connection, "SELECT price FROM prices")).toEqual([{price: 80639.53748222}]);
    });
  });
});

describe("a store of version 1 whose load was killed", () => {
  beforeEach(() => makeOldStore(path(), 1));

  it("has the end of the load booked by useStore", async () => {
    const sql = "SELECT status, rows, rejected, finishedAt, error FROM loads ORDER BY startedAt";
    expect(await useStore(path(), {}, ({connection}) => queryRecords(connection, sql))).toMatchObject([
      {status: "done", rows: 0, rejected: 0, finishedAt: "2026-05-12T13:40:01Z", error: null},
      {status: "interrupted", rows: 1, rejected: 1, finishedAt: "2026-05-12T13:55:01Z"}
    ]);
  });
});

import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {createSql} from "../../loaders/sql/list.js";
import {queryRecords} from "../../loaders/store/database/query.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-pyramid-"));
const path = join(folder, "feeds.duckdb");

beforeAll(() => makeSnapshot(path, {hours: 3}));
afterAll(() => rmSync(folder, {recursive: true}));

describe('createSql("snapshot")', () => {
  it("makes all views of a snapshot whose tables are made, and each has rows", async () => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    try {
      const views = async () =>
        (await queryRecords(connection, "SELECT view_name AS name FROM duckdb_views() WHERE NOT internal")).map(
          ({name}) => String(name)
        );
      for (const name of await views()) await connection.run(`DROP VIEW ${name}`);
      expect(await views()).toEqual([]);
      await connection.run(createSql("snapshot"));
      expect((await views()).toSorted()).toEqual(
        [
          ...["prices_raw", "prices_1m", "prices_1h", "prices_1d", "prices_long"],
          ...["spreads_raw", "spreads_1m", "spreads_1h", "spreads_1d"],
          ...["rates_raw", "rates_1h", "rates_1d", "rate_means_raw", "rate_means_1h", "rate_means_1d"],
          ...["feed_freshness", "spreads", "bars_1s", "funding_now", "funding_payments", "feed_stats"]
        ].toSorted()
      );
      for (const name of await views())
        expect(await queryRecords(connection, `SELECT count(*) > 0 AS some FROM ${name}`), name).toEqual([
          {some: true}
        ]);
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  });
});

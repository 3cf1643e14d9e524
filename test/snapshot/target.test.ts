import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type DuckDBConnection, DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeEach, describe, expect, it} from "vitest";
import {readableByWasm} from "../../loaders/snapshot/publish.js";
import {openTarget, type Target} from "../../loaders/snapshot/target.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-target-"));
let connection: DuckDBConnection;
let target: Target;
let count = 0;

beforeEach(async () => {
  connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`ATTACH '${join(folder, `${++count}.duckdb`)}' AS snapshot (${readableByWasm})`);
  target = await openTarget(connection);
});
afterAll(() => rmSync(folder, {recursive: true}));

const rows = (n: number) =>
  `SELECT TIMESTAMP '2026-05-05' + to_seconds(i) AS startedAt, random() AS x FROM range(${n}) AS r(i)`;

describe("openTarget(connection).write(table)", () => {
  it("tells rows, times and bytes of what it wrote", async () => {
    const part = await target.write({name: "t", sql: rows(10_000), time: "startedAt", whole: true});
    expect(part).toMatchObject({name: "t", rows: 10_000, storedRows: 10_000, whole: true});
    expect(part).toMatchObject({since: "2026-05-05T00:00:00Z", until: "2026-05-05T02:46:39Z"});
    expect(part.bytes).toBeGreaterThan(8 * 10_000);
    expect(part.bytes).toBeLessThan(2 * 16 * 10_000);
    expect(target.used()).toBeGreaterThanOrEqual(part.bytes);
  });

  it("has no times of a table without any, nor of one without rows", async () => {
    const none = {since: null, until: null};
    expect(await target.write({name: "t", sql: rows(3), time: null, whole: true})).toMatchObject({rows: 3, ...none});
    expect(await target.write({name: "u", sql: rows(0), time: "startedAt", whole: false})).toMatchObject({
      rows: 0,
      ...none
    });
  });
});

describe("openTarget(connection).drop(names)", () => {
  it("gives the room back", async () => {
    await target.write({name: "kept", sql: rows(1000), time: "startedAt", whole: true});
    const before = target.used();
    await target.write({name: "t", sql: rows(50_000), time: "startedAt", whole: true});
    await target.write({name: "u", sql: rows(50_000), time: "startedAt", whole: true});
    expect(target.used()).toBeGreaterThan(before + 16 * 50_000);
    await target.drop(["t", "u"]);
    expect(target.used()).toBeLessThan(before + 64 * 1024);
    expect((await connection.runAndReadAll("FROM snapshot.kept")).currentRowCount).toBe(1000);
  });
});

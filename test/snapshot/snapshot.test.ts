import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {openSnapshot, querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-snapshot-"));
const path = join(folder, "feeds.snapshot.duckdb");

beforeAll(() => makeSnapshot(path, {hours: 1}));
afterAll(() => rmSync(folder, {recursive: true}));

describe("querySnapshot(path, sql, parameters)", () => {
  it("binds named parameters and gives plain values", async () => {
    const sql = "SELECT max(publishedAt) AS last, count(*) AS n FROM prices WHERE priceFeedId = $feed";
    expect(await querySnapshot(path, sql, {feed: 1})).toEqual({
      columns: [
        {name: "last", type: "TIMESTAMP"},
        {name: "n", type: "BIGINT"}
      ],
      rows: [["2026-05-12T14:00:00Z", 60]]
    });
  });

  it("refuses to write", async () => {
    await expect(querySnapshot(path, "DELETE FROM prices")).rejects.toThrow(/read-only/);
  });

  it.each(["none", "pipe"])("names a snapshot that is missing, and what makes one: %s.duckdb", async (name) => {
    if (name === "pipe") execFileSync("mkfifo", [join(folder, "pipe.duckdb")]);
    const expected = `no snapshot at ${join(folder, `${name}.duckdb`)}: run npm run load first`;
    await expect(querySnapshot(join(folder, `${name}.duckdb`), "FROM meta")).rejects.toThrow(expected);
  });
});

describe("openSnapshot(path).parameters(sql)", () => {
  it("names the parameters of a statement that binds, and says where another does not", async () => {
    const snapshot = await openSnapshot(path);
    const names = await snapshot.parameters("FROM prices WHERE priceFeedId = $feed AND publishedAt > $from");
    expect(names.toSorted()).toEqual(["feed", "from"]);
    await expect(snapshot.parameters("SELECT\n  prise\nFROM prices")).rejects.toThrow(/LINE 2:/);
    snapshot.close();
  });
});

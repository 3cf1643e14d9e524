import {execFileSync} from "node:child_process";
import {dirname, join} from "node:path";
import {describe, expect, it} from "vitest";
import {querySnapshot} from "../../loaders/snapshot/snapshot.js";
import {useMade} from "../helpers/published.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const {path} = useMade((made) => makeSnapshot(made, {hours: 1}));
const folder = dirname(path);

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

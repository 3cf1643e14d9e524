import {existsSync, mkdirSync, readFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../../helpers/cli.js";

const entries = [
  {priceFeedId: 1, price: 123456789012345680, exponent: -8, marketSession: 'a,"b"\né', openInterest: 1.5},
  {priceFeedId: 2, price: 0.1, exponent: null, marketSession: "", feedUpdateTimestamp: 1778594100123456}
];
const [full, again] = [
  ["--store", "full.duckdb"],
  ["--store", "again.duckdb"]
];
const {run, sql, write} = cliFolder(async (folder) => {
  await folder.emptyStore("data/feeds.duckdb", "full.duckdb", "again.duckdb", "first.duckdb");
  const body = (timestampUs: number) => JSON.stringify({parsed: {timestampUs, priceFeeds: entries}});
  folder.write("bodies.ndjson", `${body(1778594100000001)}\n${body(1778594101000000)}\n`);
  await folder.run("load", "file", "bodies.ndjson", ...full);
});

const rows = "SELECT * EXCLUDE (responseId) FROM feed_updates ORDER BY publishedAt, priceFeedId";
const row = (feed: unknown, time: string) => `priceFeedId,publishedAt,price\n${feed},${time},1\n`;

async function records(query: string, store: string): Promise<unknown> {
  return JSON.parse((await run("sql", query, "--store", store, "--json")).stdout);
}

describe("feedbook load file of rows", () => {
  it("loads a gzipped export, and skips it the second time", async () => {
    await run("export", "FROM feed_updates", "--to", "rows.csv", ...full);
    write("rows.csv.gz", gzipSync(readFileSync("rows.csv")));
    expect((await run("load", "file", "rows.csv.gz", ...again)).stderr).toContain(
      "2 feeds without a symbol in this store"
    );
    expect(await records(rows, "again.duckdb")).toEqual(await records(rows, "full.duckdb"));
    expect((await run("load", "file", "rows.csv.gz", ...again)).stderr).toContain("already");
  });

  it("recognizes simulated rows in an export, and does not mix them with real ones", async () => {
    await run("load", "file", "bodies.ndjson", "--simulated", "--store", "first.duckdb");
    await run("export", "FROM feed_updates", "--to", "rows.csv", "--store", "first.duckdb");
    await run("load", "file", "rows.csv", ...again);
    expect(await records("SELECT simulated, updates FROM meta", "again.duckdb")).toEqual([
      {simulated: true, updates: 4}
    ]);
    expect((await run("load", "file", "rows.csv", ...full)).stderr).toContain(
      "holds real rows, and this load would add simulated ones"
    );
    const both = await run("load", "file", "rows.csv", "bodies.ndjson", "--store", "other.duckdb");
    expect(both).toMatchObject({exitCode: 2, stderr: expect.stringContaining("bodies.ndjson does not say so")});
    expect(existsSync("other.duckdb")).toBe(false);
  });

  it("reads times in the given format, and rejects rows that it cannot date", async () => {
    write("rows.csv", `${row(7, "5/12/2026 13:55")}no,5/12/2026 13:55,1\n8,,1\n`);
    expect((await run("load", "file", "rows.csv", "--time-format", "%m/%d/%Y %H:%M")).exitCode).toBe(0);
    expect(await sql("SELECT priceFeedId, publishedAt FROM feed_updates")).toEqual([
      {priceFeedId: 7, publishedAt: "2026-05-12T13:55:00Z"}
    ]);
    await run("rejects", "replay");
    expect(await sql("SELECT reason FROM rejected_entries ORDER BY entryIndex")).toEqual([
      {reason: expect.stringContaining("priceFeedId is not a number")},
      {reason: "row without a time: row 3"}
    ]);
  });

  it("takes no file name for a pattern, and no folder name for a column", async () => {
    mkdirSync("day=7");
    for (const [file, feed] of Object.entries({"day=7/rows1.csv": 5, "rows1.csv": 6, "day=7/rows[1].csv": 7}))
      write(file, row(feed, "2026-05-12T13:55:00Z"));
    await run("load", "file", "day=7/rows[1].csv");
    expect(await sql("SELECT priceFeedId, extra FROM feed_updates")).toEqual([{priceFeedId: 7, extra: null}]);
  });

  it.each([
    [
      "rows.csv",
      "priceFeedId,price,validSeconds\n1,2,3\n",
      2,
      "no mantissas: rows.csv is of a view: export feed_updates"
    ],
    [
      "rows.csv",
      "priceFeedId,publishedAt,price,simulated\n1,2026-05-12,2,true\n1,2026-05-12,2,\n",
      2,
      "rows.csv has simulated and real rows, which are never mixed"
    ],
    ["rows.parquet", "PAR1", 1, "cannot read rows.parquet: "]
  ])("refuses %s with %j, and makes no store", async (name, text, exitCode, message) => {
    write(name, text);
    const refused = await run("load", "file", name, "--store", "none.duckdb");
    expect(refused).toMatchObject({exitCode, stderr: expect.stringContaining(message)});
    expect(existsSync("none.duckdb")).toBe(false);
  });
});

import {existsSync, mkdirSync, readFileSync} from "node:fs";
import {gzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../../helpers/cli.js";

// Values that are hard to write: long digits, quotes and line breaks, extra fields, nulls, and empty text beside null.
const entries = [
  {
    priceFeedId: 1,
    price: 123456789012345680,
    exponent: -8,
    marketSession: 'a,"b"\né',
    openInterest: 1.5,
    deep: {a: [1]}
  },
  {priceFeedId: 2, price: 0.1, exponent: null, marketSession: "", feedUpdateTimestamp: 1778594100123456},
  {priceFeedId: 3, price: 5e-324, confidence: -0.30000000000000004, bestBidPrice: 1.7976931348623157e308}
];
const {run, sql, write} = cliFolder(async (folder) => {
  await folder.emptyStore("data/feeds.duckdb", "again.duckdb", "sandbox.duckdb", "first.duckdb", "last.duckdb");
  const body = (timestampUs: number) => JSON.stringify({parsed: {timestampUs, priceFeeds: entries}});
  folder.write("bodies.ndjson", `${body(1778594100000001)}\n${body(1778594101000000)}\n`);
});

describe("feedbook load file of rows", () => {
  it.each(["parquet", "csv.gz"])("has each row again of an export as %s, exactly, and once", async (format) => {
    const rows = "SELECT * EXCLUDE (responseId) FROM feed_updates ORDER BY publishedAt, priceFeedId";
    expect((await run("load", "file", "bodies.ndjson")).exitCode).toBe(0);
    expect(
      (await run("export", "FROM feed_updates", "--to", format === "csv.gz" ? "rows.csv" : `rows.${format}`)).exitCode
    ).toBe(0);
    if (format === "csv.gz") write("rows.csv.gz", gzipSync(readFileSync("rows.csv")));
    const before = await sql(rows);
    expect((await run("load", "file", `rows.${format}`, "--store", "again.duckdb")).stderr).not.toContain("rejected");
    const again = await run("sql", rows, "--store", "again.duckdb", "--json");
    expect(JSON.parse(again.stdout)).toEqual(before);
    expect(before).toHaveLength(6);
    const twice = await run("load", "file", `rows.${format}`, "--store", "again.duckdb");
    expect(twice.stderr).toContain("already");
    expect(twice.stderr).toContain("3 feeds without a symbol in this store: feedbook feeds --refresh");
  });

  it("comes before or after bodies as they are given, however large these are: the last update of an instant counts", async () => {
    await run("load", "file", "bodies.ndjson");
    await run("export", "FROM feed_updates", "--to", "rows.csv");
    const parsed = {timestampUs: 1778594100000001, priceFeeds: [{priceFeedId: 1, price: 42, exponent: 0}]};
    write("large.ndjson", JSON.stringify({parsed, pad: "x".repeat(4.1e6)})); // which a thread would read
    for (const [name, ...files] of [
      ["last", "rows.csv", "large.ndjson"],
      ["first", "large.ndjson", "rows.csv"]
    ]) {
      const store = ["--store", `${name}.duckdb`];
      const loaded = await run("load", "file", ...files, ...store);
      expect(loaded).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining("sends")});
      const first = "SELECT price = 42 AS isLarge FROM prices WHERE priceFeedId = 1 ORDER BY publishedAt LIMIT 1";
      const {stdout} = await run("sql", first, ...store, "--json");
      expect({files, rows: JSON.parse(stdout)}).toEqual({files, rows: [{isLarge: name === "last"}]});
    }
  });

  it.each(["csv"])("knows simulated rows from an export as %s, and keeps them off real ones", async (format) => {
    const rows = "SELECT * EXCLUDE (responseId) FROM feed_updates ORDER BY publishedAt, priceFeedId";
    const file = `rows.${format}`;
    await run("load", "file", "bodies.ndjson", "--simulated", "--store", "sandbox.duckdb");
    await run("export", "FROM feed_updates", "--to", file, "--store", "sandbox.duckdb");
    expect((await run("load", "file", file, "--store", "again.duckdb")).exitCode).toBe(0);
    const [before, after] = [
      await run("sql", rows, "--store", "sandbox.duckdb", "--json"),
      await run("sql", rows, "--store", "again.duckdb", "--json")
    ];
    expect(JSON.parse(after.stdout)).toEqual(JSON.parse(before.stdout));
    const meta = await run("sql", "SELECT simulated FROM meta", "--store", "again.duckdb", "--json");
    expect(JSON.parse(meta.stdout)).toEqual([{simulated: true}]);
    await run("load", "file", "bodies.ndjson");
    expect((await run("load", "file", file)).stderr).toContain(
      "holds real rows, and this load would add simulated ones"
    );
    const both = await run("load", "file", file, "bodies.ndjson", "--store", "other.duckdb");
    expect(both).toMatchObject({exitCode: 2, stderr: expect.stringContaining("bodies.ndjson does not say so")});
    expect(existsSync("other.duckdb")).toBe(false);
  });

  it("reads times of the format that it is given, and rejects rows", async () => {
    const given = ["load", "file", "rows.csv", "--time-format", "%m/%d/%Y %H:%M"];
    write("rows.csv", "priceFeedId,publishedAt,price\n7,5/12/2026 13:55,1\nno,5/12/2026 13:55,1\n8,,1\n");
    expect((await run(...given)).exitCode).toBe(0);
    expect(await sql("SELECT priceFeedId, publishedAt FROM feed_updates")).toEqual([
      {priceFeedId: 7, publishedAt: "2026-05-12T13:55:00Z"}
    ]);
    await run("rejects", "replay"); // which has no time for a row either
    expect(await sql("SELECT reason FROM rejected_entries ORDER BY entryIndex")).toEqual([
      {reason: expect.stringContaining("priceFeedId is no number")},
      {reason: "row without a time: row 3"}
    ]);
  });

  it("reads a file alone whose name looks like several, and no column of its folder", async () => {
    const name = "day=7/rows[1].csv";
    mkdirSync("day=7", {recursive: true});
    for (const [file, feed] of [
      ["day=7/rows1.csv", 5],
      ["rows1.csv", 6],
      [name, 7]
    ] as const)
      write(file, `priceFeedId,publishedAt,price\n${feed},2026-05-12T13:55:00Z,1\n`);
    expect((await run("load", "file", name)).exitCode).toBe(0);
    expect(await sql("SELECT priceFeedId, extra FROM feed_updates")).toEqual([{priceFeedId: 7, extra: null}]);
  });

  it.each([
    ["priceFeedId,price,validSeconds\n1,2,3\n", "no mantissas: rows.csv is of a view: export feed_updates"],
    [
      "priceFeedId,publishedAt,price,simulated\n1,2026-05-12,2,true\n1,2026-05-12,2,\n",
      "rows.csv has simulated and real rows, which are never mixed"
    ]
  ])("refuses %j, and makes no store", async (text, said) => {
    write("rows.csv", text);
    const refused = await run("load", "file", "rows.csv", "--store", "none.duckdb");
    expect(refused).toMatchObject({exitCode: 2, stderr: expect.stringContaining(said)});
    expect(existsSync("none.duckdb")).toBe(false);
  });

  it("says which file cannot be read, and makes no store", async () => {
    write("rows.parquet", "PAR1");
    expect(await run("load", "file", "rows.parquet", "--store", "none.duckdb")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("cannot read rows.parquet: ")
    });
    expect(existsSync("none.duckdb")).toBe(false);
  });
});

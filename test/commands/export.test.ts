import {readdirSync, readFileSync, statSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {describe, expect, it} from "vitest";
import {cliFolder} from "../helpers/cli.js";
import {bodyAt} from "../helpers/store.js";

const {run, runWith, path, write} = cliFolder(async (folder) => {
  await folder.emptyStore();
  await folder.alter(`INSERT INTO feeds BY NAME SELECT i AS priceFeedId, 'a,"b"' || chr(10) || 'é ' || i AS symbol, now() AS updatedAt
    FROM range(3) AS t(i)`);
});

describe("feedbook export <what> --to <path>", () => {
  it("takes the name of a table, and a call of a named query", async () => {
    expect((await run("export", "feeds", "--to", "feeds.duckdb", "--quiet")).stderr).toBe("");
    expect(await read("SELECT count(*) FROM file.feeds", path("feeds.duckdb"))).toEqual([[3n]]);
    expect(
      (await run("export", "candles(1, first_update(), last_update(), 60)", "--to", "-", "--format", "csv")).stdout
    ).toMatch(/^publishedAt,open,/);
    const wide = "PIVOT_WIDER (SELECT 5 AS k) ON k USING count(*)";
    expect((await run("export", wide, "--to", "-", "--format", "csv")).stdout).toBe("5\n1");
  });

  it("says that updates of the sandbox are simulated", async () => {
    write(
      "body.json",
      '{"parsed":{"timestampUs":"1778594400000000","priceFeeds":[{"priceFeedId":1,"price":"5","exponent":-2}]}}'
    );
    await run("load", "file", "body.json", "--simulated", "--store", "data/one.duckdb");
    const exported = await run("export", "feed_updates", "--to", "one.parquet", "--store", "data/one.duckdb");
    expect(exported.stderr).toMatch(/simulated, and the file says so/);
    expect((await run("export", "feed_updates", "--to", "real.parquet")).stderr).not.toMatch(/simulated/);
  });

  it("says which days it writes, leaves out and would write anew", async () => {
    const body = (id: number, day: string) => bodyAt(Date.parse(day) * 1000, {priceFeedId: id, price: 5, exponent: 0});
    const later = "2222-02-22";
    write("a.ndjson", `${body(1, "2026-05-10")}\n${body(1, "2026-05-11")}\n${body(1, later)}`);
    write("b.ndjson", body(2, "2026-05-11"));
    const days = ["export", "feed_updates", "--to", "days", "--partition-by", "day"];
    await run("load", "file", "a.ndjson");
    expect((await run(...days)).stderr).toContain(
      `wrote 2 days to days: 2026-05-10, 2026-05-11; 2 rows\nleft out, as the day is not over: ${later}`
    );
    await run("load", "file", "b.ndjson");
    expect((await run(...days)).stderr).toContain(
      "nothing to write: days has every day that is over\n" +
        `left out, as the day is not over: ${later}\n` +
        "got rows since they were written: 2026-05-11: --force writes these days anew"
    );
    expect((await run(...days, "--force")).stderr).toContain(
      "wrote 1 day to days: 2026-05-11; 2 rows; 1 day already there"
    );
  });

  it("writes over a file only where that is forced, and never over a store", async () => {
    write("kept.csv", "mine");
    const refused = await run("export", "feeds", "--to", "kept.csv");
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("kept.csv is there already: add --force")
    });
    expect((await run("export", "FROM nothing", "--to", "kept.csv", "--force")).exitCode).toBe(1);
    expect(readFileSync("kept.csv", "utf8")).toBe("mine");
    expect((await run("export", "feeds", "--to", "kept.csv", "--force")).exitCode).toBe(0);
    expect(readFileSync("kept.csv", "utf8")).toContain("priceFeedId");
    const size = statSync("data/feeds.duckdb").size;
    for (const force of [[], ["--force"]])
      expect(await run("export", "feeds", "--to", "data/feeds.duckdb", ...force)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("feeds.duckdb is a DuckDB file, which is not overwritten: name another file")
      });
    expect(statSync("data/feeds.duckdb").size).toBe(size);
  });

  it.each([
    [["feeds", "--to", "nowhere/out.csv"], "nowhere: make it, or name another"],
    [[" ", "--to", "out.csv"], "missing query"],
    [["FROM feeds; FROM feeds", "--to", "out.csv"], "2 statements: give one query at a time"],
    [["feeds", "--to", "out", "--partition-by", "day"], "feeds has no column publishedAt or startedAt"],
    [
      ["nothing", "--to", "out", "--partition-by", "day"],
      'no table or view nothing: feedbook sql "SHOW TABLES" lists them'
    ],
    [["FROM responses", "--to", "out", "--partition-by", "day"], "takes the name of a table or view, as in feed_upd"],
    [["responses", "--to", "out.csv", "--partition-by", "day", "--format", "csv"], "writes Parquet into a folder"],
    [["responses", "--to", "no/out", "--partition-by", "day"], "no: make it, or name another"],
    [["COPY feeds TO 'other.csv'", "--to", "out.csv"], "disabled by configuration: see --unsafe in feedbook sql"]
  ])("refuses %j", async (args, message) => {
    expect(await run("export", ...args)).toMatchObject({exitCode: 2, stderr: expect.stringContaining(message)});
    expect(readdirSync(".").filter((name) => name !== "data")).toEqual([]);
  });
});

describe("feedbook export page <name> --to <path>", () => {
  it.each([
    [["page", "nowhere", "--to", "a.html"], "no page nowhere: give its name below src without .md"],
    [["page", "../README", "--to", "a.html"], "no page ../README: give its name"],
    [["page", "prices", "--to", "a.pdf", "--with-data"], "--with-data is for .html: a .pdf holds no data"],
    [["page", "prices", "--to", "no/a.html"], "no: make it, or name another"],
    [["page", "prices", "--to", "a.csv"], "not a.csv: end its name in .html or .pdf"],
    [["page", "prices", "--to", "a.html", "--format", "csv"], "--format are for rows"],
    [["feeds", "prices", "--to", "a.csv"], "unexpected argument: prices: quote a query, or write page prices"],
    [["feeds", "--to", "a.csv", "--feed", "1"], "--feed is for a page: feedbook export page prices --to a.html"],
    [
      ["page", "prices", "--to", "a.pdf"],
      "no Chromium to print with at /nowhere/chromium: export to .html, open that file in a browser"
    ]
  ])("refuses %j with what to do", async (args, message) => {
    const {exitCode, stderr} = await runWith({env: {CHROMIUM_PATH: "/nowhere/chromium"}}, "export", ...args);
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(message)});
  });
});

async function read(sql: string, file: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    if (sql.includes("file.")) await connection.run(`ATTACH '${file}' AS file (READ_ONLY)`);
    return (await connection.runAndReadAll(sql)).getRows();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

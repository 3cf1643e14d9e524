import {describe, expect, it} from "vitest";
import {machine} from "./machines.js";

const {cluster, run} = machine();
const isMade = /^\s*CREATE /;
const plain = (sql: string) => sql.replace(/^--.*\n/gm, "").trim();

describe("feedbook ship --ddl", () => {
  it("prints the statements that ship runs, in their order", async () => {
    const {exitCode, stdout} = await run("ship", "--ddl");
    expect(exitCode).toBe(0);
    expect(cluster().requests).toEqual([]);
    await run("ship");
    const printed = stdout.split(/;\n+/).map(plain).filter(Boolean);
    expect(
      cluster()
        .statements.filter((sql) => isMade.test(sql))
        .map(plain)
    ).toEqual(printed.map((sql) => sql.replace(/;$/, "")));
  });

  it("prints a table before the views that read it", async () => {
    const {stdout} = await run("ship", "--ddl");
    const made = Array.from(
      stdout.matchAll(/^CREATE (?:TABLE IF NOT EXISTS|OR REPLACE (?:VIEW|FUNCTION)) (\w+)/gm),
      (found) => found[1]
    );
    expect(made).toEqual([...new Set(made)]);
    for (const [, view = "", sql = ""] of stdout.matchAll(/^CREATE OR REPLACE VIEW (\w+) AS\n(.*?);\n/gms)) {
      const read = Array.from(sql.matchAll(/(?:FROM|(?<!ARRAY )JOIN) (\w+)/g), ([, name]) => name).filter(
        (name) => made.includes(name) && !sql.includes(`${name} AS (`)
      );
      expect({view, late: read.filter((name) => made.indexOf(name) >= made.indexOf(view))}).toEqual({view, late: []});
    }
  });
});

describe("feedbook ship to a server", () => {
  it("makes no view, and sends no row, where a table has other columns", async () => {
    cluster().tables.set("coercions", ["responseId", "entryIndex", "value"]);
    expect(await run("ship")).toEqual({
      ...{exitCode: 2, stdout: ""},
      stderr: `feedbook: table coercions of the ClickHouse server at ${cluster().url} has no column priceFeedId, columnName: name another database`
    });
    expect(cluster().statements.filter((sql) => sql.includes("VIEW"))).toEqual([]);
    expect(cluster().inserts).toEqual([]);
  });

  it.each(["24.12.1.9", "9.1"])("makes nothing on a server of version %s", async (version) => {
    cluster().version = version;
    expect(await run("ship")).toEqual({
      ...{exitCode: 2, stdout: ""},
      stderr: `feedbook: the ClickHouse server at ${cluster().url} is version ${version}: Feedbook needs 25 or newer`
    });
    expect(cluster().statements).toHaveLength(1);
  });
});

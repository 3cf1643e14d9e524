import {describe, expect, it} from "vitest";
import {openClickHouse} from "../../loaders/cluster/client.js";
import {makeSchema} from "../../loaders/cluster/schema.js";
import {account} from "./fake.js";
import {machine} from "./machines.js";

const {cluster, run} = machine();
const isMade = /^\s*CREATE /;
const plain = (sql: string) => sql.replace(/^--.*\n/gm, "").trim();

async function make(migrations?: Record<number, string>): Promise<void> {
  const {FEEDBOOK_CLICKHOUSE_USER: user, FEEDBOOK_CLICKHOUSE_PASSWORD: password} = account;
  const server = await openClickHouse({url: cluster().url, user, password});
  await makeSchema(server, {}, migrations).finally(() => server.close());
}

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

describe("makeSchema(server, units, migrations)", () => {
  it("runs the texts of newer versions once", async () => {
    await make();
    const migrations = {2: "ALTER TABLE feeds ADD COLUMN IF NOT EXISTS a Int32;\nSELECT 2;", 3: "SELECT 3"};
    const altered = () => cluster().statements.filter((sql) => /^(ALTER|SELECT \d)/.test(sql));
    await make(migrations);
    await make(migrations);
    expect(altered()).toEqual(["ALTER TABLE feeds ADD COLUMN IF NOT EXISTS a Int32", "SELECT 2", "SELECT 3"]);
    await expect(make()).rejects.toThrow("has tables of a newer Feedbook (3, not 1): update Feedbook");
  });

  it("runs none of them on tables that it just made", async () => {
    await make({2: "ALTER TABLE feeds ADD COLUMN a Int32"});
    expect(cluster().statements.filter((sql) => sql.startsWith("ALTER"))).toEqual([]);
  });

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

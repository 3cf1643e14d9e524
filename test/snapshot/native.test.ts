import {readFileSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {readDescription} from "../../loaders/database/query.js";
import {namedQueries, queryText} from "../../loaders/derive/queries.js";
import {sharedSnapshot} from "../pages/queries.js";

// A native DuckDB as anyone starts it, with nothing of Feedbook's but the file.
let instance: DuckDBInstance;
beforeAll(async () => {
  instance = await DuckDBInstance.create(await sharedSnapshot("short"), {access_mode: "READ_ONLY"});
});
afterAll(() => instance.closeSync());

// Those that the guide shows for the CLI; COPY would write a file.
const shown = /^\$ duckdb .*\n([\s\S]*?)^```/m.exec(readFileSync("src/guide/sharing.md", "utf8"))?.[1] ?? "";
const lines = shown.split("\n").filter((line) => line !== "" && !line.startsWith("COPY"));

describe("a snapshot opened by native DuckDB, read-only", () => {
  it.each(namedQueries)("answers the example of %s", async (name) => {
    const connection = await instance.connect();
    try {
      const {example} = readDescription(queryText(name) ?? "");
      expect((await connection.runAndReadAll(example)).columnNames().length).toBeGreaterThan(0);
    } finally {
      connection.closeSync();
    }
  });

  it("answers what the guide shows", async () => {
    const connection = await instance.connect();
    expect(lines).toHaveLength(3);
    for (const line of lines) expect((await connection.runAndReadAll(line)).currentRowCount).toBeGreaterThan(0);
    connection.closeSync();
  });
});

import {readFileSync} from "node:fs";
import {devNull} from "node:os";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {namedQueries, queryText} from "../../loaders/sql/queries.js";
import {readDescription} from "../../loaders/store/database/query.js";
import {sharedSnapshot} from "../pages/queries.js";

// A native DuckDB as anyone starts it, with nothing of Feedbook's but the file.
let instance: DuckDBInstance;
beforeAll(async () => {
  instance = await DuckDBInstance.create(await sharedSnapshot("short"), {access_mode: "READ_ONLY"});
});
afterAll(() => instance.closeSync());

// What pages show for DuckDB's command, and the queries of their lines in Python, R and shell.
const pages = ["src/guide/sharing.md", "src/data.md"].map((path) => readFileSync(path, "utf8")).join("\n");
const fences = [...pages.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
const codeOf = (...languages: string[]) =>
  fences.flatMap(([, language = "", code = ""]) => (languages.includes(language) ? [code] : [])).join("");
const typed = codeOf("text").trim().split("\n").slice(1); // after duckdb itself
const passed = [...codeOf("python", "py", "r", "sh").matchAll(/"((?:FROM|SELECT) [^"]+)"/g)].map(([, sql = ""]) => sql);

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

  it("answers what pages show for other programs", async () => {
    expect([typed.length, passed.length]).toEqual([4, 7]);
    const connection = await instance.connect();
    for (const shown of [...typed, ...passed]) {
      const answer = await connection.runAndReadAll(shown.replace("bars.csv", devNull));
      expect(answer.currentRowCount, shown).toBeGreaterThan(0);
    }
    connection.closeSync();
  });
});

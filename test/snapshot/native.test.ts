import {readFileSync} from "node:fs";
import {devNull} from "node:os";
import {DuckDBInstance} from "@duckdb/node-api";
import {expect, it} from "vitest";
import {sharedSnapshot} from "../pages/queries.js";

it("a native DuckDB answers the queries that pages show for other programs", async () => {
  const pages = ["src/guide/sharing.md", "src/data.md"].map((path) => readFileSync(path, "utf8")).join("\n");
  const codeOf = (...languages: string[]) =>
    Array.from(pages.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm), ([, language = "", code = ""]) =>
      languages.includes(language) ? code : ""
    ).join("");
  const typed = codeOf("text").trim().split("\n").slice(1); // the first line starts duckdb
  const passed = codeOf("python", "py", "r", "sh").matchAll(/"((?:FROM|SELECT) [^"]+)"/g);
  const queries = [...typed, ...Array.from(passed, ([, sql = ""]) => sql)];
  expect(queries).toHaveLength(11);
  const instance = await DuckDBInstance.create(await sharedSnapshot("short"), {access_mode: "READ_ONLY"});
  const connection = await instance.connect();
  for (const sql of queries) {
    const answer = await connection.runAndReadAll(sql.replace("bars.csv", devNull));
    expect(answer.currentRowCount, sql).toBeGreaterThan(0);
  }
  connection.closeSync();
  instance.closeSync();
});

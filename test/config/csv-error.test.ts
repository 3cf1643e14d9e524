import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {afterAll, describe, expect, it} from "vitest";
import {messageOf} from "../../loaders/config/errors.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-csv-"));

afterAll(() => rmSync(folder, {recursive: true}));

describe("messageOf(error) of DuckDB's reader of CSV", () => {
  it.each([
    [
      `a,b\n${"1,2\n".repeat(30000)}x,3\n`,
      "",
      'line 30002 ("x,3"): column a: Could not convert string "x" to \'BIGINT\': correct'
    ],
    [
      "a,b\n1,2\n1,2,3,4\n",
      ", columns = {a: 'INT', b: 'INT'}, delim = ',', header = true",
      "its lines do not fit together"
    ]
  ])("names file, line and what to change: %#", async (text, options, said) => {
    const path = join(folder, "own.csv");
    writeFileSync(path, text);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const error: unknown = await connection
      .runAndReadAll(`FROM read_csv('${path}'${options})`)
      .catch((failure) => failure);
    connection.closeSync();
    expect(messageOf(error)).toContain(`${path}: ${said}`);
    expect(messageOf(error)).not.toMatch(/strict_mode|Set By User|Candidates/);
  });
});

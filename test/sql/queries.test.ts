import {readdirSync} from "node:fs";
import {describe, expect, it} from "vitest";
import {snapshotDictionary} from "../../loaders/snapshot/dictionary.js";
import {namedQueries, namesOf, sqlOf} from "../../loaders/sql/list.js";
import {argumentsOf} from "../../loaders/sql/queries.js";
import {queryRecords, readDescription} from "../../loaders/store/database/query.js";
import {useMade} from "../helpers/published.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const made = useMade((path) => makeSnapshot(path, {hours: 30}));

// What is computed there; two only put prices on a clock, or at a time.
const analyses = new Set(
  readdirSync("loaders/sql/queries/analysis")
    .map((file) => file.replace(".sql", ""))
    .filter((name) => !["aligned_prices", "price_at"].includes(name))
);

describe("named queries", () => {
  it.each([...namedQueries])(
    "%s has an example that runs in both places, and explains all of its columns and no others",
    async (name) => {
      const {meaning, grain, source, example, columns} = readDescription(sqlOf(name));
      expect(example).toMatch(new RegExp(`^FROM ${name}\\(`));
      const result = await made.snapshot.query(example);
      expect(result.rows.length).toBeGreaterThan(0);
      const names = result.columns.map((column) => column.name);
      expect([meaning, grain, source]).not.toContain("");
      expect(names).toEqual(expect.arrayContaining([...columns.keys()]));
      for (const column of names) expect(snapshotDictionary.column(name, column), column).not.toBeNull();
      const listed = `SELECT name FROM data_columns WHERE tableName = '${name}' AND NOT argument ORDER BY position`;
      expect((await made.snapshot.query(listed)).rows.flat()).toEqual(names);
      const own = await queryRecords(made.store.connection, example);
      expect(Object.keys(own[0] ?? {})).toEqual(names);
      expect(own.length).toBe(result.rows.length);
    }
  );

  it.each([...namedQueries])("%s has arguments that DuckDB knows, each with a meaning", async (name) => {
    const sql = `SELECT parameters FROM duckdb_functions() WHERE function_name = '${name}'`;
    const [row] = (await made.snapshot.query(sql)).rows;
    expect(argumentsOf(name).map((argument) => argument.name)).toEqual(row?.[0]);
    for (const {meaning} of argumentsOf(name)) expect(meaning).not.toBe("");
  });

  it.each(["candles", ...namedQueries.filter((name) => analyses.has(name))])(
    "%s documents its formula and its source",
    (name) => {
      const {meaning} = readDescription(sqlOf(name));
      expect(meaning).toMatch(/ Formula: .*=/);
      expect(meaning).toMatch(/\([^()]*\b(?:18|19|20)\d\d\b[^()]*\)/); // a source with its year
    }
  );
});

it("a snapshot has all of its views, and each has rows", async () => {
  for (const name of namesOf("snapshot", "view"))
    expect((await made.snapshot.query(`SELECT count(*) > 0 FROM ${name}`)).rows, name).toEqual([[true]]);
});

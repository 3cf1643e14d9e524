import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {query} from "../../../loaders/store/database/query.js";
import {makeStore, type TestStore} from "../../helpers/store.js";

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
});

afterAll(() => test.remove());

describe("query(connection, sql, parameters)", () => {
  it.each<[string, unknown]>([
    ["1::BIGINT", 1],
    ["9007199254740993::BIGINT", "9007199254740993"],
    ["1.5::DECIMAL(4, 2)", 1.5],
    ["'infinity'::DOUBLE", "Infinity"],
    ["TIMESTAMP '2026-05-12 13:55:00.123456'", "2026-05-12T13:55:00.123456Z"],
    ["TIMESTAMPTZ '0044-03-15 (BC) 13:55:00.5Z'", "-000043-03-15T13:55:00.5Z"],
    ["chr(65279) || 'a'", "\uFEFFa"],
    ["TIMESTAMPTZ '2026-05-12 13:55:00+02'", "2026-05-12T11:55:00Z"],
    ["[1, NULL]::BIGINT[]", [1, null]],
    ["{'a': 1::BIGINT}", {a: 1}]
  ])("gives %s as a plain value", async (sql, value) => {
    expect((await query(test.store.connection, `SELECT ${sql} AS v`)).rows).toEqual([[value]]);
  });

  it("binds parameters, and gives columns without rows", async () => {
    const parameters = {a: "'; DROP TABLE loads"};
    expect(await query(test.store.connection, "SELECT $a AS a, 1 AS a WHERE $a = 'x'", parameters)).toEqual({
      columns: [
        {name: "a", type: "VARCHAR"},
        {name: "a_1", type: "INTEGER"}
      ],
      rows: []
    });
  });
});

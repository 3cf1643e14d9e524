import {beforeAll, describe, expect, it} from "vitest";
import {explain} from "../../src/duckdb/missing.js";
import {openWasm} from "./wasm.js";

let ask: (sql: string) => string;

beforeAll(async () => {
  const wasm = await openWasm();
  wasm.query("SET enable_external_access = false");
  ask = (sql) => {
    try {
      if (sql.includes("$1")) return String(wasm.prepare(sql).query("price").numRows);
      return String(wasm.query(sql).numRows);
    } catch (error) {
      return explain(error instanceof Error ? error.message : String(error));
    }
  };
});

describe("explain(message)", () => {
  it("says to reload when the snapshot was replaced", () => {
    const said = `Invalid Error: Error: Range request for http://host/_file/data/feeds.1a2b3c4d.duckdb failed with error: 404"`;
    expect(explain(said)).toMatch(/^cannot read the site's data: reload the page/);
  });

  it.each([
    [`SELECT '{"a": 1}' -> 'a'`, /json extension\.\n.*use JSON\.parse in a js block, or ask it in a \.sql loader/i],
    ["SELECT json_keys('{}')", /JSON\.parse in a js block.*\n.*list "json" in site\.extensions of feedbook/],
    ["FROM read_parquet('a.parquet')", /read_parquet.*\n.*no file or other host: read a file by FileAttachment/],
    ["SELECT now() - INTERVAL 1 DAY", /INTERVAL\)'.*\n.*write now\(\)::TIMESTAMP, which is in UTC/],
    ["FROM range(3) ORDER BY $1", /ORDER BY.*\n.*a value is bound, not pasted: .* write \$\{identifier\(name\)\}/],
    ["SELECT 1 IN ([1, 2])", /a list has brackets of its own: write IN \$\{ids\}/],
    ["FROM pg_timezone_names()", /no icu extension: ask it in a \.sql loader.*\n.*list "icu" in site\.extensions/],
    ["SELECT 'a' COLLATE de", /has no collations: sort in a js block/],
    ["SELECT st_point(1, 2)", /does not have this extension.*\n.*list "spatial" in site\.extensions/],
    [
      "SELECT {'a': 1}::VARIANT AS v",
      /^Not implemented Error: Unsupported Arrow type VARIANT\n.*write column::VARCHAR$/
    ]
  ])("says what to write instead of %s", (sql, message) => {
    expect(ask(sql)).toMatch(message);
    expect(ask(sql)).not.toMatch(/INSTALL|autoload_known|Candidate functions/);
  });

  it.each([
    ["SELECT now()::TIMESTAMP - INTERVAL 1 DAY, {'a': 1}::VARIANT::VARCHAR", "1"],
    ["SELECT prise", /^Binder Error: Referenced column "prise" was not found because .*\n\nLINE 1/]
  ])("leaves DuckDB's answer to %s", (sql, message) => expect(ask(sql)).toMatch(message));
});

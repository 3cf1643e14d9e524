import {describe, expect, it} from "vitest";
import {makeGuard} from "../../src/duckdb/guard.js";

const root = "https://a.example/base/";
const snapshot = `${root}_file/data/feeds.1a.duckdb`;

function guard() {
  const made = makeGuard(root, `${root}_import/duckdb/engine-worker.js`);
  made.allow("feeds.duckdb", snapshot);
  return made;
}

describe("makeGuard(root, page)", () => {
  it.each([
    snapshot,
    "../../_file/data/feeds.1a.duckdb",
    "/base/x/%2e%2e/_file/data/feeds.1a.duckdb#a",
    `${root}duckdb/extensions/v1.5.6/wasm_eh/json.duckdb_extension.wasm`
  ])("lets %s pass", (address) => expect(() => guard().check(address)).not.toThrow());

  it.each([
    root,
    `${root}_file/data/other.duckdb`,
    `${root}../other/secret.csv`,
    "/base/%2e%2e/secret.csv",
    "https://a.example@b.example/base/",
    `${root}duckdb/extensions/v1.5.6/wasm_eh/../../../secret.duckdb_extension.wasm`,
    `${root}duckdb/extensions/v1.5.6/wasm_eh/..%2f..%2fjson.duckdb_extension.wasm`,
    "https://b.example/base/duckdb/extensions/v1.5.6/wasm_eh/json.duckdb_extension.wasm",
    "data:text/csv,a"
  ])("refuses %s", (address) => expect(() => guard().check(address)).toThrow());

  it("forgets the file that had the name before", () => {
    const made = guard();
    made.allow("feeds.duckdb", `${root}new.duckdb`);
    expect(() => made.check(snapshot)).toThrow(/^SQL reads this site's snapshot only, not https:/);
    expect(() => made.check(`${root}new.duckdb`)).not.toThrow();
  });
});

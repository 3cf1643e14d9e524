import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {gunzipSync} from "node:zlib";
import {expect, it} from "vitest";
import {makeModule} from "../helpers/wasm.js";

const whole = readFileSync(createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"));
const names = (bytes: Buffer, of: "exports" | "imports") =>
  WebAssembly.Module[of](new WebAssembly.Module(new Uint8Array(bytes))).map(({name}) => name);

it("src/duckdb/duckdb-eh.wasm.gz.ts is DuckDB-Wasm's module in less than 7.2 MB, with all functions that its worker calls", () => {
  const made = makeModule();
  expect(made.length).toBeLessThan(7.2e6);
  const site = gunzipSync(made);
  expect(names(site, "imports")).toEqual(names(whole, "imports"));
  const kept = new Set(names(site, "exports"));
  expect(kept.size).toBeLessThan(500);
  const isCalled =
    /^(?:malloc|free|__wasm_(?:call_ctors|apply_data_relocs)|_emscripten_stack_\w+|duckdb_web_(?!access_buffer)\w+|dynCall_\w+)$/;
  const called = names(whole, "exports").filter((name) => isCalled.test(name));
  expect(called.length).toBeGreaterThan(100);
  expect(called.filter((name) => !kept.has(name))).toEqual([]);
});

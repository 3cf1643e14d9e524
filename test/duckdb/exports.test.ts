import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {gunzipSync} from "node:zlib";
import {describe, expect, it} from "vitest";
import {withExports} from "../../src/duckdb/exports.js";
import {makeModule} from "../helpers/wasm.js";

// (func (export "one") (result i32) i32.const 1), (func (export "two") …), (func (export "drei ✓") …)
const code = (value: number) => [4, 0, 0x41, value, 0x0b];
const named = (name: string, index: number) => [Buffer.byteLength(name), ...Buffer.from(name), 0, index];
const exported = [3, ...named("one", 0), ...named("two", 1), ...named("drei ✓", 2)];
const module = Buffer.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f], // a type
  ...[3, 4, 3, 0, 0, 0], // three functions of it
  ...[7, exported.length, ...exported],
  ...[10, 16, 3, ...code(1), ...code(2), ...code(3)],
  ...[0, 3, 1, 0x78, 7] // a custom section
]);

describe("withExports(module, keeps)", () => {
  it.each([[["one", "drei ✓"]], [[]], [["one", "two", "drei ✓"]]])("keeps the functions %j", (kept: string[]) => {
    const bytes = withExports(module, (name) => kept.includes(name));
    const {exports} = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
    const values = Object.entries(exports).map(([name, call]) => [name, typeof call === "function" ? call() : null]);
    const all: Record<string, number> = {one: 1, two: 2, "drei ✓": 3};
    expect(values).toEqual(kept.map((name) => [name, all[name]]));
    expect(bytes.subarray(-5)).toEqual(module.subarray(-5));
  });

  it.each<[string, Buffer]>([
    ["a page", Buffer.from("<html>")],
    ["half a module", module.subarray(0, 30)],
    ["a size that never ends", Buffer.concat([module.subarray(0, 8), Buffer.alloc(9, 0xff)])]
  ])("refuses %s", (_, bytes) => {
    expect(() => withExports(bytes, () => true)).toThrow(/WebAssembly module/);
  });
});

const {resolve} = createRequire(import.meta.url);
const made = makeModule();
const names = (bytes: Uint8Array<ArrayBuffer>, of: "exports" | "imports") =>
  WebAssembly.Module[of](new WebAssembly.Module(bytes)).map(({name}) => name);
const whole = new Uint8Array(readFileSync(resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm")));
const site = new Uint8Array(gunzipSync(made));

it("src/duckdb/duckdb-eh.wasm.gz.ts is DuckDB-Wasm's module in less than 7.2 MB, with what its worker calls", () => {
  expect(made.length).toBeLessThan(7.2e6);
  expect(names(site, "imports")).toEqual(names(whole, "imports"));
  const kept = new Set(names(site, "exports"));
  expect(kept.size).toBeLessThan(500);
  const called = names(whole, "exports").filter((name) =>
    /^(?:malloc|free|__wasm_call_ctors|__wasm_apply_data_relocs|_emscripten_stack_\w+|duckdb_web_(?!access_buffer)\w+|dynCall_\w+)$/.test(
      name
    )
  );
  expect(called.length).toBeGreaterThan(100);
  expect(called.filter((name) => !kept.has(name))).toEqual([]);
});

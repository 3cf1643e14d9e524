import {closeSync, fstatSync, openSync, readSync} from "node:fs";
import {createRequire} from "node:module";
import {check, type Finding, type Verdict} from "./check.js";

// What src/lib/duckdb-eh.wasm.gz.ts, engine.ts and inter.css.ts ship: where a file is, how it begins, its least bytes.
const wasm = {id: "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm", begins: "\0asm", least: 10 * 2 ** 20};
const worker = {id: "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js", begins: "", least: 10_000};
const font = {
  id: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  begins: "wOF2",
  least: 10_000
};

/** Checks what the pages take from packages: DuckDB-Wasm with its worker, and the font. `folder`: where packages are looked up. */
export async function examineBrowser(from: string = import.meta.url): Promise<Finding[]> {
  return [
    await check("browser", (): Verdict => {
      const size = sizeOf(wasm, from);
      sizeOf(worker, from);
      return `DuckDB-Wasm is installed, ${(size / 2 ** 20).toFixed(1)} MiB`;
    }),
    await check("fonts", () => `Inter is installed, ${(sizeOf(font, from) / 1024).toFixed(0)} KiB`)
  ];
}

function sizeOf({id, begins, least}: typeof wasm, from: string): number {
  const path = pathOf(id, from);
  if (path === null) throw new Error(`${id} is not installed: run npm ci`);
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(begins.length);
    readSync(file, start, 0, begins.length, 0);
    const {size} = fstatSync(file);
    if (size >= least && start.toString("latin1") === begins) return size;
    throw new Error(`${path} is damaged (${size} bytes): run npm ci`);
  } finally {
    closeSync(file);
  }
}

function pathOf(id: string, from: string): string | null {
  try {
    return createRequire(from).resolve(id);
  } catch {
    return null;
  }
}

import {statSync} from "node:fs";
import {createRequire} from "node:module";
import {check, type Finding} from "./check.js";

// What src/lib/duckdb-eh.wasm.gz.ts, engine.ts and inter.css.ts ship, and the least bytes of each.
const files = {
  "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm": 10 * 2 ** 20,
  "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js": 10_000,
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2": 10_000
};

/** Checks what the pages take from packages: DuckDB-Wasm with its worker, and the font. `from`: who looks them up. */
export function examineBrowser(from: string = import.meta.url): Promise<Finding> {
  return check("browser", () => {
    for (const [id, least] of Object.entries(files)) {
      if (sizeOf(id, from) < least) throw new Error(`${id} is missing, or cut off: run npm ci`);
    }
    return "DuckDB-Wasm and the font Inter are installed";
  });
}

function sizeOf(id: string, from: string): number {
  try {
    return statSync(createRequire(from).resolve(id)).size;
  } catch {
    return 0; // not installed
  }
}

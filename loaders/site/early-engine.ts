import {existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";

/**
 * Has the console of a built site start DuckDB-Wasm before its own modules are there, where its address has a query: its
 * module is compiled meanwhile. `src/engine/engine.ts` takes the worker from `feedbookEngine`.
 */
export function startEngineEarly(root: string): void {
  const page = join(root, "sql.html");
  const folder = join(root, "_import", "engine");
  if (!existsSync(page) || !existsSync(folder)) return;
  const text = readFileSync(page, "utf8");
  const worker = readdirSync(folder).find((name) => /^engine-worker\.\w+\.js$/.test(name));
  const module = /"path":"(\.[^"]*\/duckdb-eh\.wasm\.[^"]*)"/.exec(text)?.[1];
  if (worker === undefined || module === undefined) return;
  writeFileSync(
    page,
    text.replace(/<head>\s*(?:<meta charset="[^"]*">)?/i, (start) => `${start}\n${scriptOf(worker, module)}`)
  );
}

// One that fails is no longer there: the engine starts another, and tells why that fails.
function scriptOf(worker: string, module: string): string {
  return `<script>if (/[#&]sql=./.test(location.hash)) {
const name = new URL("${module}", location.href).href;
const worker = new Worker("./_import/engine/${worker}", {type: "module", name});
globalThis.feedbookEngine = {name, worker};
worker.onerror = () => delete globalThis.feedbookEngine;
}</script>`;
}

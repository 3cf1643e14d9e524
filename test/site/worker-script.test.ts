import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {resolveNodeImport} from "@observablehq/framework/dist/node.js";
import {afterAll, expect, it} from "vitest";
import {packageMark} from "../../loaders/site/parse-packages.js";
import {keepWorkerScript} from "../../loaders/site/worker-script.js";

const root = mkdtempSync(join(process.cwd(), "data", "worker-script-"));
afterAll(() => rmSync(root, {recursive: true}));

it("keepWorkerScript(root) puts the script where Framework looks, once, and as the package has it", async () => {
  keepWorkerScript(root);
  const specifier = "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js";
  const path = join(root, ".observablehq", "cache", await resolveNodeImport(root, specifier));
  const original = readFileSync(createRequire(import.meta.url).resolve(specifier), "utf8");
  const script = original.replace("//# sourceMappingURL=duckdb-browser-eh.worker.js.map", "");
  expect(readFileSync(path, "utf8")).toBe(packageMark + script);
  expect(readdirSync(dirname(path))).toHaveLength(1);
  writeFileSync(path, "in use");
  keepWorkerScript(root);
  expect(readFileSync(path, "utf8")).toBe("in use");
});

import {mkdtempSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {execaNode} from "execa";
import {sizeText} from "../../loaders/config/size.js";
import {useStore} from "../../loaders/store/open.js";
import {makeHistory} from "./history.js";

// What a lake costs, by the commands themselves: writing all rows of a store, finding nothing new, proving that it equals
// the store, and bringing it back into an empty store, derived and published.
// Run: npm run bench lake [-- --rows=10000000 --feeds=100]

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise);
const [rows, feeds] = [option("rows", 10_000_000), option("feeds", 100)];
const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
const [store, lake] = [join(folder, "feeds.duckdb"), join(folder, "lake")];

try {
  await useStore(store, {}, (opened) => makeHistory(opened, {rows, feeds}));
  await run("derive", store);
  const {bytes} = JSON.parse((await run("write", store, "lake", "write", lake)).stdout);
  console.log(`  ${sizeText(bytes)}, of a store of ${sizeText(statSync(store).size)}`);
  await run("write nothing", store, "lake", "write", lake);
  await run("verify", store, "lake", "verify", lake);
  await run("import", join(folder, "copy.duckdb"), "lake", "import", lake);
} finally {
  rmSync(folder, {recursive: true});
}

async function run(name: string, path: string, ...args: string[]) {
  const started = performance.now();
  const env = {FEEDBOOK_STORE: path, FEEDBOOK_BASE_URL: "", FEEDBOOK_TOKEN: ""};
  const command = [...(args.length > 0 ? args : [name]), "--json"];
  const ended = await execaNode("loaders/run.mjs", ["loaders/cli.ts", ...command], {env});
  const seconds = (performance.now() - started) / 1000;
  console.log(`${name}: ${seconds.toFixed(1)} s, ${(rows / seconds / 1e6).toFixed(2)} M rows/s`);
  return ended;
}

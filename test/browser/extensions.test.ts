import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {gunzipSync} from "node:zlib";
import {expect, it, onTestFinished} from "vitest";
import {buildSite} from "../../loaders/site/build/build.js";
import {serveSite} from "../../loaders/site/serve/serve.js";
import {leaveChromium, sharedChromium, watch} from "../helpers/site/chromium.js";
import {reachPage} from "../helpers/site/own-pages.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {keepOnly, makeWorkspace} from "../helpers/workspace.js";
import {serve} from "../service/loopback.js";

// DuckDB-Wasm refuses to load this extension, as it has no signature.
const fake = Buffer.from("\0asm\x01\0\0\0", "latin1");
const path = "duckdb/extensions/v1.5.6/wasm_eh/json.duckdb_extension.wasm";
const module = readFileSync(createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"));

it("a site contains the extensions that its config lists, and its pages load them only from the site", async () => {
  const repository = await serve((response, {url}) => response.writeHead(/json\./.test(url) ? 200 : 404).end(fake));
  const workspace = makeWorkspace();
  onTestFinished(() => workspace.remove());
  const {root: cwd} = workspace;
  const given = {cwd, env: {...workspace.env, FEEDBOOK_EXTENSIONS_URL: repository.url}};
  const loader = "data/feeds.duckdb.ts";
  keepOnly(workspace, {"index.md": reachPage, [loader]: readFileSync(`src/${loader}`, "utf8")});
  await makeSnapshot(workspace.snapshotPath, {hours: 1});
  const list = (...extensions: string[]) =>
    writeFileSync(`${cwd}/feedbook.config.ts`, `export default ${JSON.stringify({site: {extensions}})};`);

  list("json");
  await buildSite(given);
  expect(readFileSync(`${cwd}/dist/${path}`).equals(fake)).toBe(true);
  const gzipped = readdirSync(`${cwd}/dist/_file/duckdb`).find((name) => name.endsWith(".gz"));
  expect(gunzipSync(readFileSync(`${cwd}/dist/_file/duckdb/${gzipped}`)).equals(module)).toBe(true); // whole
  const serving = await serveSite({root: `${cwd}/dist`, port: 0});
  await look(serving.url, path).finally(() => serving.close());
}, 300_000);

async function look(url: string, extension: string): Promise<void> {
  const browser = await sharedChromium();
  onTestFinished(() => leaveChromium(browser));
  const {page, requests, outside, errors} = await watch(await browser.newContext(), new URL(url).origin);
  await page.goto(url);
  await page.waitForFunction(() => "run" in globalThis);
  const run = (sql: string) => page.evaluate<string>(`run(${JSON.stringify(sql)})`);
  expect(await run("SELECT count(*) FROM prices")).toBe("done");
  expect(await run("SELECT '{}'::JSON")).toMatch(
    /the site has the extension json, .* not be loaded: IO Error: .*signa/
  );
  expect(await run("FROM pg_timezone_names()")).toContain('list "icu" in site.extensions of feedbook.config.ts');
  expect(await run("LOAD json")).toMatch(/disabled/);
  expect(requests.filter((address) => address.includes("duckdb_extension"))).toEqual([`${url}${extension}`]);
  expect(outside).toEqual([]);
  expect(errors).toEqual([expect.stringMatching(/^cannot load DuckDB extension json: IO Error: .*signature/)]);
}

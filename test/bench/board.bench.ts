import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import type {Browser} from "playwright-core";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {startChromium} from "../helpers/site/chromium.js";
import {makeMany} from "../helpers/stores/many.js";
import {makeWorkspace} from "../helpers/workspace.js";

// What the board of 2 500 feeds costs a reader with an empty cache: when its first rows are painted, what was transferred
// until then, whether anything moved, and the longest tasks while it is scrolled from end to end, sorted and searched, at
// 1280 and 390 px. Run: npm run bench board [-- --feeds=2500]

// The browser tells of tasks from 50 ms on.
const watching = `
  globalThis.shift = 0;
  globalThis.rowsAt = 0;
  let tasks = [];
  globalThis.longest = () => { const most = Math.max(0, ...tasks); tasks = []; return most; };
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({duration}) => duration)))
    .observe({type: "longtask", buffered: true});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".fb-feeds tbody tr")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.rowsAt = performance.now())));
  }).observe(document, {subtree: true, childList: true});
`;

const sizes = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, {transferSize}) => sum + transferSize, 0)`;

const feeds = Number(process.argv.find((arg) => arg.startsWith("--feeds="))?.slice("--feeds=".length) ?? 2500);
const workspace = makeWorkspace();
const folder = mkdtempSync(join(tmpdir(), "feedbook-bench-"));
let browser: Browser | undefined;
try {
  await measure();
} finally {
  await browser?.close();
  rmSync(folder, {recursive: true});
  workspace.remove();
}

async function measure(): Promise<void> {
  await makeMany(workspace.snapshotPath, {feeds});
  const started = performance.now();
  await buildSite({cwd: workspace.root, env: workspace.env});
  console.log(`${feeds} feeds: the site builds in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const data = join(workspace.root, "dist/_file/data");
  const json = join(data, readdirSync(data).find((name) => name.startsWith("index.")) ?? "");
  const zipped = gzipSync(readFileSync(json)).length;
  console.log(`  data/index.json: ${kilobytes(statSync(json).size)}, ${kilobytes(zipped)} gzipped`);
  const serving = await serveSite({root: join(workspace.root, "dist"), port: 0});
  browser = await startChromium();
  try {
    for (const [width, height] of [[1280, 900] as const, [390, 844] as const]) await visit(serving.url, width, height);
  } finally {
    await serving.close();
  }
}

async function visit(url: string, width: number, height: number): Promise<void> {
  const context = await (browser as Browser).newContext({viewport: {width, height}});
  const page = await context.newPage();
  await page.addInitScript(watching);
  await page.goto(url);
  await page.locator(".fb-feeds tbody tr").first().waitFor();
  await page.waitForTimeout(100);
  const transferred = await page.evaluate<number>(sizes);
  console.log(
    `  ${width} px: first rows after ${(await read(page, "rowsAt")).toFixed(0)} ms, ${kilobytes(transferred)}`
  );
  await page.waitForLoadState("networkidle");
  console.log(`    longest task until then ${(await read(page, "longest()")).toFixed(0)} ms`);
  await page.mouse.move(width / 2, height / 2);
  for (let i = 0; i < 60; i++) {
    await page.mouse.wheel(0, i % 2 === 0 ? 900 : 2500);
    await page.waitForTimeout(30);
  }
  const rows = await page.locator(".fb-feeds tbody tr").count();
  console.log(`    wheeling: longest task ${await longest(page)}, ${rows} rows in the document`);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  await page.waitForTimeout(200);
  await page.evaluate("scrollTo(0, 0)");
  await page.waitForTimeout(200);
  console.log(`    to the end and back: longest task ${await longest(page)}`);
  for (const name of ["Price", "24 h", "Symbol"]) await page.getByRole("button", {name, exact: true}).first().click();
  await page.waitForTimeout(200);
  console.log(`    sorting: longest task ${await longest(page)}`);
  await page.getByRole("searchbox").pressSequentially("crypto 12", {delay: 60});
  await page.waitForTimeout(200);
  console.log(`    searching: longest task ${await longest(page)}`);
  console.log(`    layout shift ${(await read(page, "shift")).toFixed(4)}`);
  await context.close();
}

async function longest(page: {evaluate(code: string): Promise<unknown>}): Promise<string> {
  const ms = await read(page, "longest()");
  return ms === 0 ? "under 50 ms" : `${ms.toFixed(0)} ms`;
}

async function read(page: {evaluate(code: string): Promise<unknown>}, code: string): Promise<number> {
  return Number(await page.evaluate(code));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

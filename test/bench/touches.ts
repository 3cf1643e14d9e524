import type {Browser, Page, Response} from "playwright-core";
import {startChromium} from "../helpers/site/chromium.js";

/** What a page was sent so far: of the snapshot, in how many requests, and of the results made at build time. */
interface Sent {
  snapshot: number;
  requests: number;
  made: number;
}

// Views that a URL says: their first chart is drawn by SQL.
const views: Readonly<Record<string, readonly string[]>> = {
  prices: ["?feed=7", "?feed=19&range=7d"],
  spreads: ["?feed=7"],
  funding: ["?feeds=20"]
};

/**
 * Opens the pages of a built site in Chromium, each with nothing cached, and tells how much of the snapshot each was sent:
 * until its first chart, which is made at build time; until it rests, with DuckDB-Wasm started; and by a zoom. Then it
 * opens views whose first chart is drawn by SQL. `names`: of the pages.
 */
export async function browse(url: string, names: readonly string[], tell: (line: string) => void): Promise<void> {
  const browser = await startChromium();
  try {
    for (const name of names) {
      await onNewPage(browser, (page, sent) => use(page, sent, {url, name, tell}));
      for (const search of views[name] ?? []) {
        await onNewPage(browser, async (page, sent) => {
          await page.goto(`${url}${name}${search}`, {waitUntil: "commit"});
          await page.locator(chart).first().waitFor();
          const first = sent();
          await rest(page, sent);
          tell(`/${name}${search}: first chart, drawn by SQL, ${textOf(first)}; at rest ${textOf(sent())}`);
        });
      }
    }
  } finally {
    await browser.close();
  }
}

interface Use {
  url: string;
  name: string;
  tell(line: string): void;
}

async function use(page: Page, sent: () => Sent, {url, name, tell}: Use): Promise<void> {
  await page.goto(`${url}${name}`, {waitUntil: "commit"});
  await page.locator(chart).first().waitFor();
  const first = sent();
  await rest(page, sent);
  const resting = sent();
  await zoom(page);
  await rest(page, sent);
  tell(`/${name}: first chart ${textOf(first)}, and ${kilobytes(first.made)} made at build time;`);
  tell(`  at rest ${textOf(resting)}, zoomed ${textOf(sent())}`);
}

const chart = ":nth-match(.fb-chart-card, 1) figure.fb-chart svg path"; // the first of the page: others may come from the build

async function zoom(page: Page): Promise<void> {
  const box = await page.locator(".fb-surface").first().boundingBox();
  if (box === null) throw new Error(`no chart at ${page.url()}`);
  await page.mouse.move(box.x + box.width * 0.7, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + 100, {steps: 4});
  await page.mouse.up();
  await page.waitForURL(/zoom=/);
}

// Until DuckDB-Wasm has started, which it does when all is quiet, and no query is left.
async function rest(page: Page, sent: () => Sent): Promise<void> {
  await page.locator(chart).first().waitFor();
  const until = performance.now() + 20_000;
  for (let quiet = 0, last = 0; quiet < 4 && performance.now() < until; ) {
    await page.waitForTimeout(500);
    const {requests} = sent();
    const isBusy = (await page.locator("html[data-busy]").count()) > 0;
    quiet = requests === 0 || requests > last || isBusy ? 0 : quiet + 1;
    last = requests;
  }
}

async function onNewPage(browser: Browser, work: (page: Page, sent: () => Sent) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const total: Sent = {snapshot: 0, requests: 0, made: 0};
  page.on("response", (response) => void note(response, total).catch(() => {})); // the page may be closed by then
  await work(page, () => ({...total})).finally(() => context.close());
}

async function note(response: Response, total: Sent): Promise<void> {
  const {pathname} = new URL(response.url());
  const isSnapshot = pathname.endsWith(".duckdb");
  if (isSnapshot) total.requests += 1;
  if (!isSnapshot && !/_file\/data\/.*\.json$/.test(pathname)) return;
  if (response.request().method() !== "GET") return; // the head of a file tells its length too
  if (isSnapshot) total.snapshot += Number(response.headers()["content-length"]);
  else total.made += (await response.request().sizes()).responseBodySize; // compressed
}

function textOf({snapshot, requests}: Sent): string {
  return `${kilobytes(snapshot)} in ${requests} requests`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

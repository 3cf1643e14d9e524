import {sum} from "d3-array";
import type {Browser, Page, Request} from "playwright-core";
import {startChromium} from "../helpers/site/chromium.js";

/** What a reader waits for on a page that is opened with nothing cached: ms from navigation, and bytes on the wire by then. */
export interface Opened {
  /** Until the first chart (or table of feeds) is painted. */
  firstMs: number;
  firstBytes: number;
  /** Whether anything of DuckDB-Wasm was asked for before. */
  engineBefore: boolean;
  /** Cumulative layout shift until the page rests. */
  shift: number;
  /** Until SQL can be asked; null where it was not started. */
  sqlMs: number | null;
  /** Of the gzipped engine. */
  wasmBytes: number;
}

/** Runs work with a Chromium of its own. */
export async function withChromium<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await startChromium();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Opens an address in a new context, and measures what its reader waits for. */
export async function open(browser: Browser, url: string): Promise<Opened> {
  return await onPage(browser, async (page) => {
    // A page has no entries of what its workers ask for.
    const sent: Promise<Sent>[] = [];
    page.on("requestfinished", (request) => sent.push(sentBy(request)));
    await page.goto(url, {waitUntil: "commit"});
    await page.waitForFunction(() => Reflect.has(globalThis, "felt"), null, {timeout: 60_000});
    await page.waitForTimeout(3000); // what comes later may move it
    const {paintedAt, ...seen} = await page.evaluate<Seen>("({...felt, shift, ...sql()})");
    const all = await Promise.all(sent);
    return {
      ...seen,
      firstBytes: sum(all, ({bytes, endedAt}) => (endedAt <= paintedAt ? bytes : 0)),
      wasmBytes: sum(all, ({bytes, url}) => (/\.wasm\./.test(url) ? bytes : 0))
    };
  });
}

interface Seen extends Omit<Opened, "firstBytes" | "wasmBytes"> {
  /** As the time of day: ms since 1970. */
  paintedAt: number;
}

interface Sent {
  url: string;
  bytes: number;
  /** ms since 1970. */
  endedAt: number;
}

async function sentBy(request: Request): Promise<Sent> {
  const {responseBodySize, responseHeadersSize} = await request.sizes();
  const {startTime, responseEnd} = request.timing();
  return {url: request.url(), bytes: responseBodySize + responseHeadersSize, endedAt: startTime + responseEnd};
}

/**
 * Opens a page with a chart, zooms into it and out again so many times, and gives how long after each gesture its chart was
 * painted anew, in ms; and how long until DuckDB-Wasm had answered with finer rows.
 */
export async function zoomOften(
  browser: Browser,
  url: string,
  times: number
): Promise<{redrawn: number[]; refined: number[]}> {
  return await onPage(browser, async (page) => {
    await page.goto(url);
    await page.locator(".fb-surface").first().waitFor();
    await zoom(page, 0.2); // starts DuckDB-Wasm
    await page.waitForTimeout(4000);
    const felt: {redrawn: number[]; refined: number[]} = {redrawn: [], refined: []};
    for (let i = 0; i < times; i++) {
      await page.evaluate("gesture = null");
      if (i % 2 === 0) await page.keyboard.press("Escape");
      else await zoom(page, (i % 7) / 10);
      await page.waitForFunction(() => Reflect.get(globalThis, "gesture")?.redrawn > 0);
      await page.waitForFunction(() => !document.documentElement.hasAttribute("data-busy"));
      await page.waitForTimeout(300);
      const {redrawn, refined} = await page.evaluate<{redrawn: number; refined: number}>("gesture");
      felt.redrawn.push(redrawn);
      felt.refined.push(refined);
    }
    return felt;
  });
}

async function zoom(page: Page, from: number): Promise<void> {
  const box = await page.locator(".fb-surface").first().boundingBox();
  if (box === null) throw new Error(`no chart at ${page.url()}`);
  await page.mouse.move(box.x + box.width * (from + 0.05), box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * (from + 0.25), box.y + 100, {steps: 3});
  await page.mouse.up();
}

async function onPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  await page.addInitScript(watching);
  return await work(page).finally(() => context.close());
}

const drawn = "figure svg :is(path, rect), .fb-feeds svg path, details[id] summary"; // those of /data: others stand there from the start

// A frame after what is looked for is there, it is painted.
const watching = `
  globalThis.shift = 0;
  globalThis.gesture = undefined;
  const isEngine = ({name}) => /engine-worker|duckdb-|arrow/.test(name);
  const painted = (then) => requestAnimationFrame(() => { const {port1, port2} = new MessageChannel(); port1.onmessage = then; port2.postMessage(0); });
  globalThis.sql = () => ({sqlMs: performance.getEntriesByName("sql ready")[0]?.startTime ?? null});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(drawn)})) return;
    observer.disconnect();
    painted(() => {
      const firstMs = performance.now();
      globalThis.felt = {
        firstMs,
        paintedAt: performance.timeOrigin + firstMs,
        engineBefore: performance.getEntriesByType("resource").some((entry) => isEngine(entry) && entry.startTime < firstMs)
      };
    });
  }).observe(document, {subtree: true, childList: true});
  const begin = ({timeStamp, type, key}) => {
    if (gesture !== null || (type === "keydown" && key !== "Escape")) return;
    const own = globalThis.gesture = {redrawn: 0, refined: 0};
    new MutationObserver(() => painted(() => {
      own.refined = performance.now() - timeStamp;
      own.redrawn ||= own.refined;
    })).observe(document.querySelector("figure.fb-chart").closest(".fb-chart-card"), {subtree: true, childList: true});
  };
  addEventListener("pointerup", begin, true);
  addEventListener("keydown", begin, true);
`;

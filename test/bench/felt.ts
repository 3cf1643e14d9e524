import type {Browser} from "playwright-core";

/** The wait of a reader on a page that is opened with nothing cached. */
export interface Opened {
  /** Milliseconds from navigation until the first chart (or table of feeds) is painted. */
  firstMs: number;
  /** Whether the page requested anything of DuckDB-Wasm before. */
  engineBefore: boolean;
  /** Cumulative layout shift until the page rests. */
  shift: number;
}

/** Opens an address in a new context, and measures the wait of its reader. */
export async function open(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  try {
    await page.addInitScript(watching);
    await page.goto(url, {waitUntil: "commit"});
    await page.waitForFunction(() => Reflect.has(globalThis, "felt"), null, {timeout: 60_000});
    await page.waitForTimeout(3000); // parts that come later may move it
    return await page.evaluate<Opened>("({...felt, shift})");
  } finally {
    await context.close();
  }
}

const drawn = "figure svg :is(path, rect), .fb-feeds svg path, details[id] summary"; // /data has only details

// A frame after the element is there, it is painted.
const watching = `
  globalThis.shift = 0;
  const isEngine = ({name}) => /engine-worker|duckdb-|arrow/.test(name);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(drawn)})) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => {
        const firstMs = performance.now();
        const requests = performance.getEntriesByType("resource").filter((entry) => entry.startTime < firstMs);
        globalThis.felt = {firstMs, engineBefore: requests.some(isEngine)};
      };
      port2.postMessage(0);
    });
  }).observe(document, {subtree: true, childList: true});
`;

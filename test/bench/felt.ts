import type {Browser, Page} from "playwright-core";

/** The wait of a reader on a page that is opened with nothing cached. */
export interface Opened {
  /** Milliseconds from navigation until the first chart (or table of feeds) is painted. */
  firstMs: number;
  /** Whether the page requested anything of DuckDB-Wasm before. */
  engineBefore: boolean;
  /** Cumulative layout shift until the page rests. */
  shift: number;
}

/** The wait of a reader who picks something else: ms until the page's first picture is painted anew, and all of it. */
export interface Switched {
  firstMs: number;
  allMs: number;
}

/** Opens an address, and measures the wait of its reader. */
export function open(browser: Browser, url: string): Promise<Opened> {
  return onPage(browser, async (page) => {
    await page.addInitScript(watching);
    await page.goto(url, {waitUntil: "commit"});
    await page.waitForFunction(() => Reflect.has(globalThis, "felt"), null, {timeout: 60_000});
    await page.waitForTimeout(3000); // parts that come later may move it
    return await page.evaluate<Opened>("({...felt, shift})");
  });
}

/** Opens a page, waits until DuckDB-Wasm is warm, and goes through states of its address, as inputs do. */
export function switchThrough(browser: Browser, url: string, states: readonly string[]): Promise<Switched[]> {
  return onPage(browser, async (page) => {
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("sql ready").length > 0, null, {timeout: 60_000});
    await page.waitForTimeout(1000);
    const switched: Switched[] = [];
    for (const state of states) switched.push(await page.evaluate<Switched>(`(${switchTo})(${JSON.stringify(state)})`));
    return switched;
  });
}

/** Types into the search of the board, a letter at a time. */
export function searchBoard(browser: Browser, url: string, text: string): Promise<Switched[]> {
  return onPage(browser, async (page) => {
    await page.goto(url);
    await page.getByRole("searchbox").first().click();
    await page.evaluate(noteLetters);
    await page.keyboard.type(text, {delay: 300});
    await page.waitForFunction(`letters.length === ${text.length}`);
    return (await page.evaluate<number[]>("letters")).map((ms) => ({firstMs: ms, allMs: ms}));
  });
}

async function onPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  return await work(await context.newPage()).finally(() => context.close());
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
// A frame after an element is there, it is painted.
const switchTo = `async (state) => {
  const painted = async () => {
    await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done));
    return performance.now();
  };
  const pictureOf = () => document.querySelector("main figure.fb-chart");
  const before = pictureOf();
  const startedAt = performance.now();
  history.pushState(null, "", state);
  dispatchEvent(new PopStateEvent("popstate"));
  let firstMs = null;
  let allMs = 0;
  for (let quiet = 0; quiet < 10; ) {
    const ms = (await painted()) - startedAt;
    const picture = pictureOf();
    if (firstMs === null && picture !== before && picture?.querySelector("path")) firstMs = ms;
    if (firstMs === null || document.documentElement.hasAttribute("data-busy")) quiet = 0;
    else if (quiet++ === 0) allMs = ms;
    if (ms > 20_000) throw new Error("its first picture stays as it is: " + state);
  }
  return {firstMs, allMs};
}`;
// From each letter to the paint after it.
const noteLetters = `
  globalThis.letters = [];
  addEventListener("input", () => {
    const startedAt = performance.now();
    requestAnimationFrame(() => setTimeout(() => letters.push(performance.now() - startedAt)));
  }, {capture: true});
`;

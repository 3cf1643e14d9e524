import type {Browser} from "playwright-core";

/** The wait of a reader who picks something else on an open page. */
export interface Switched {
  /** Milliseconds until the page's first picture is painted anew. */
  firstMs: number;
  /** Milliseconds until all of the page is. */
  allMs: number;
}

/** Opens a page, waits until DuckDB-Wasm is warm, and goes through states of its address, as inputs do. */
export async function switchThrough(browser: Browser, url: string, states: readonly string[]): Promise<Switched[]> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName("sql ready").length > 0, null, {timeout: 60_000});
    await page.waitForTimeout(1000);
    const switched: Switched[] = [];
    for (const state of states) switched.push(await page.evaluate<Switched>(`(${switchTo})(${JSON.stringify(state)})`));
    return switched;
  } finally {
    await context.close();
  }
}

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

/** Types into the search of the board, a letter at a time. */
export async function searchBoard(browser: Browser, url: string, text: string): Promise<Switched[]> {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}});
  const page = await context.newPage();
  try {
    await page.goto(url);
    await page.getByRole("searchbox").first().click();
    await page.evaluate(noteLetters);
    await page.keyboard.type(text, {delay: 300});
    await page.waitForFunction(`letters.length === ${text.length}`);
    return (await page.evaluate<number[]>("letters")).map((ms) => ({firstMs: ms, allMs: ms}));
  } finally {
    await context.close();
  }
}

// From each letter to the paint after it.
const noteLetters = `
  globalThis.letters = [];
  addEventListener("input", () => {
    const startedAt = performance.now();
    requestAnimationFrame(() => setTimeout(() => letters.push(performance.now() - startedAt)));
  }, {capture: true});
`;

import {cpSync, mkdtempSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {Browser, BrowserContextOptions, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, expect} from "vitest";
import type {Serving} from "../../../loaders/http/listen.js";
import {serveSite} from "../../../loaders/site/serve/serve.js";
import {base, manySite, usualSite} from "./built.js";
import {leaveChromium, sharedChromium, type Watched, watch} from "./chromium.js";

/** How a page is opened. */
export interface View extends BrowserContextOptions {
  /** The selector to wait for; default: a chart. */
  ready?: string;
  /** A script that runs before the page's own. */
  script?: string;
  /** Requests that are broken off. */
  blocked?: RegExp | undefined;
  /** Whether DuckDB-Wasm starts by itself. */
  eager?: boolean;
}

/** A built site that is served, and a browser, for the tests of a file. */
export type Site = ReturnType<typeof useSite>;

// `own`: a copy that tests may change.
function useSite(built: () => Promise<string>, {own = false} = {}) {
  let root: string;
  let serving: Serving;
  let browser: Browser;

  beforeAll(async () => {
    root = await built();
    if (own) {
      const copy = mkdtempSync(`${root}.own-`); // removed with the shared folder
      cpSync(`${root}/dist`, `${copy}/dist`, {recursive: true});
      root = copy;
    }
    serving = await serveSite({root: `${root}/dist`, port: 0, base});
    browser = await sharedChromium();
  });
  afterAll(async () => {
    await leaveChromium(browser);
    await serving?.close();
  });

  return {
    get root() {
      return root;
    },
    get url() {
      return serving.url;
    },
    get browser() {
      return browser;
    },
    /** Opens a page in a context of its own, waits until it is there and quiet, and looks at it. */
    async visit(path: string, view: View, look: (watched: Watched) => Promise<void>): Promise<void> {
      const {ready = ".fb-chart", script = "", blocked, eager = false, ...options} = view;
      const context = await browser.newContext(options);
      try {
        const watched = await watch(context, new URL(serving.url).origin, {eager});
        if (blocked) await watched.page.route(blocked, (route) => route.abort());
        await watched.page.addInitScript(countShifts + script);
        await watched.page.goto(`${serving.url}${path}`);
        await watched.page.locator(ready).first().waitFor();
        await watched.page.waitForLoadState("networkidle");
        await look(watched);
      } finally {
        await context.close();
      }
    }
  };
}

/** Serves the site that most files look at. `own`: a copy that tests may change. */
export function useUsual(options: {own?: boolean} = {}): Site {
  return useSite(usualSite, options);
}

/** Serves a site of 2,500 feeds. */
export function useMany(): Site {
  return useSite(manySite);
}

/** A page that the tests of a file look at one after another, as opening one takes longer than most tests. */
export type SharedPage = ReturnType<typeof usePage>;

/** Opens a page of a site for the tests of a file; a test fails if the page has errors, or sends requests to other hosts. */
export function usePage(site: Site, view: View = {}) {
  const {ready = ".fb-chart", script = "", blocked, eager = false, ...options} = view;
  let watched: Watched;
  beforeAll(async () => {
    const context = await site.browser.newContext(options);
    watched = await watch(context, new URL(site.url).origin, {eager});
    if (blocked) await watched.page.route(blocked, (route) => route.abort());
    await watched.page.addInitScript(countShifts + script);
  });
  afterEach(async ({task}) => {
    const [errors, outside] = [besides(watched.errors.splice(0), blocked), watched.outside.splice(0)];
    if (task.result?.state === "fail") await leave(watched);
    expect({errors, outside}).toEqual({errors: [], outside: []});
  });
  /** Loads an address as a link from elsewhere does. */
  const load = async (path: string): Promise<Page> => {
    const {page} = watched;
    await leave(watched);
    await page.goto(`${site.url}${path}`);
    await page.locator(ready).first().waitFor();
    await settled(page);
    return page;
  };

  return {
    get watched() {
      return watched;
    },
    load,
    /**
     * Shows an address below the site's: another view of the page it is on by a step of its history, another page by
     * loading it; scrolled to the top, nothing focused, of 1280 × 720 px. After a test that failed it is loaded anew.
     */
    async show(path: string): Promise<Page> {
      const {page} = watched;
      if (options.viewport === undefined) await page.setViewportSize({width: 1280, height: 720});
      const there = new URL(path, site.url);
      if (new URL(page.url()).pathname !== there.pathname) return await load(path);
      await page.mouse.move(0, 0);
      await page.evaluate(goTo, there.href);
      await settled(page);
      return page;
    }
  };
}

// Messages of a page that is being left do not count as errors.
async function leave({page, errors}: Watched): Promise<void> {
  const before = errors.length;
  await page.goto("about:blank");
  errors.splice(before);
}

function goTo(href: string): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  history.pushState(null, "", href);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/** Waits until a page has drawn its new state. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.locator("html:not([data-busy])").waitFor({state: "attached"});
}

/** The cumulative layout shift of a visited page so far. */
export async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate<number>("shift");
}

/** Errors, without the errors of aborted requests. */
export function besides(errors: readonly string[], blocked: RegExp | undefined): string[] {
  return errors.filter((text) => blocked === undefined || !(blocked.test(text) || text.endsWith("net::ERR_FAILED")));
}

/** The faults that axe still finds on a page after 15 s, a line each: a card is dimmed while it asks again. */
export async function faultsOf(page: Page, until = performance.now() + 15_000): Promise<string[]> {
  const faults = await page.evaluate<string[]>(`${axe}; axe.run({resultTypes: ["violations"]}).then((found) =>
    found.violations.map(({id, nodes}) => id + ": " + nodes.map(({html}) => html).join(" "))
  )`);
  return faults.length === 0 || performance.now() > until ? faults : await faultsOf(page, until);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A script that counts how far a page's parts move, for {@link shiftOf}. */
const countShifts = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
`;

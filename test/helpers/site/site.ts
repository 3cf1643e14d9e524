import {cpSync, mkdtempSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import type {Browser, BrowserContextOptions, Page} from "playwright-core";
import {afterAll, afterEach, beforeAll, expect} from "vitest";
import type {Serving} from "../../../loaders/http/listen.js";
import {buildSite} from "../../../loaders/site/build.js";
import {serveSite} from "../../../loaders/site/serve.js";
import {shared} from "../run/shared.js";
import {guidePages} from "../samples.js";
import {makeSnapshot} from "../snapshot.js";
import {makeMany} from "../stores/many.js";
import {bookSpike} from "../stores/spike.js";
import {keepBundled, makeWorkspace} from "../workspace.js";
import {startChromium, type Watched, watch} from "./chromium.js";
import {reachPage} from "./elsewhere.js";
import {ownFilesPage, writeOwnFiles} from "./own-files.js";
import {choicePage, inputsPage, ownPage, pickedPage} from "./own-pages.js";
import {settled} from "./view.js";

/** A built site that is served, and a browser, for the tests of a file. */
export interface Site {
  /** Its project's folder, where it is served, and the browser: known once the tests run. */
  readonly root: string;
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page in a context of its own, waits until it is there and quiet, and looks at it. */
  visit(path: string, view: View, look: (watched: Watched) => Promise<void>): Promise<void>;
}

/** How a page is opened. */
export interface View extends BrowserContextOptions {
  /** What is waited for: a selector; default: a chart. */
  ready?: string;
  /** A script that runs before the page's own. */
  script?: string;
  /** Requests that are broken off. */
  blocked?: RegExp | undefined;
}

/** A copy of a site, which tests may change; its base path; and texts of pages that it has besides, by name. */
export interface SiteOptions {
  own?: boolean;
  base?: string;
  pages?: Readonly<Record<string, string>>;
}

/**
 * Serves the site of a snapshot to the tests of a file, below a base path. It is built once for all files of a run that
 * have the same `name`.
 */
function useSite(
  name: string,
  fill: (path: string) => Promise<unknown>,
  {own = false, base = "/notebook/", pages = {}}: SiteOptions = {}
): Site {
  let root: string;
  let serving: Serving;
  let browser: Browser;

  beforeAll(async () => {
    root = await shared(`site-${name}`, async (folder) => {
      const workspace = makeWorkspace({root: folder});
      await fill(workspace.snapshotPath);
      for (const [page, text] of Object.entries(pages)) writeFileSync(`${folder}/src/${page}.md`, text);
      await buildSite({cwd: folder, env: workspace.env, base});
      keepBundled(workspace);
    });
    if (own) {
      const copy = mkdtempSync(`${root}.own-`); // gone with what is shared
      cpSync(`${root}/dist`, `${copy}/dist`, {recursive: true});
      root = copy;
    }
    serving = await serveSite({root: `${root}/dist`, port: 0, base});
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
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
    async visit(path, {ready = ".fb-chart", script = "", blocked, ...options}, look) {
      const context = await browser.newContext(options);
      try {
        const watched = await watch(context, new URL(serving.url).origin);
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

/**
 * Serves the site that most files look at: every kind of feed, long texts and faults among them, and pages
 * besides, that of the README as `mine`, one with an input as `choice`, one with inputs of the kit at their defaults as
 * `inputs`, one that tries to reach others as `reach`, one that reads files as `own`, and those of the guide. `own`: a copy
 * that tests may change.
 */
export function useUsual({own = false} = {}): Site {
  const fill = async (path: string) => {
    await makeSnapshot(path, {faults: true, long: true});
    await writeOwnFiles(join(dirname(path), "../src"));
  };
  return useSite("usual", fill, {
    own,
    pages: {
      mine: ownPage,
      choice: choicePage,
      inputs: inputsPage,
      picked: pickedPage,
      reach: reachPage,
      own: ownFilesPage,
      ...guidePages
    }
  });
}

/** Serves a site of 2 500 feeds, and three with ids above 3 000 that have a spike among 100 000 updates. */
export function useMany(): Site {
  return useSite("many", (path) => makeMany(path, {everyMinutes: 30, more: (store) => bookSpike(store, 3000)}));
}

/** A page that the tests of a file look at one after another, as opening one takes longer than most tests. */
export interface SharedPage {
  /**
   * Shows an address below the site's: another view of the page it is on by a step of its history, another page by
   * loading it; scrolled to the top, nothing focused. After a test that failed it is loaded anew. `size`: px, by
   * default 1280 × 720.
   */
  show(path: string, size?: {width: number; height: number}): Promise<Page>;
  /** Loads an address as a link from elsewhere does. */
  load(path: string): Promise<Page>;
  /** What it did so far that a page of the site does not do; tests fail with it. */
  readonly watched: Watched;
}

/**
 * Opens a page of a site for the tests of a file; each fails with the errors of the page, and what it asked of other
 * hosts.
 */
export function usePage(site: Site, {ready = ".fb-chart", script = "", ...options}: View = {}): SharedPage {
  let watched: Watched;
  beforeAll(async () => {
    const context = await site.browser.newContext(options);
    watched = await watch(context, new URL(site.url).origin);
    await watched.page.addInitScript(countShifts + script);
  });
  afterEach(async ({task}) => {
    const [errors, outside] = [watched.errors.splice(0), watched.outside.splice(0)];
    if (task.result?.state === "fail") await leave(watched);
    expect({errors, outside}).toEqual({errors: [], outside: []});
  });
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
    async show(path, size = {width: 1280, height: 720}) {
      const {page} = watched;
      if (options.viewport === undefined) await page.setViewportSize(size);
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

/** The cumulative layout shift of a visited page so far. */
export async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate<number>("shift");
}

/** Errors other than those of aborted requests. */
export function besides(errors: readonly string[], blocked: RegExp | undefined): string[] {
  return errors.filter((text) => blocked === undefined || !(blocked.test(text) || text.endsWith("net::ERR_FAILED")));
}

/** What axe finds fault with on a page as it is, a line each. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return await page.evaluate<string[]>(`axe.run(document).then(({violations}) =>
    violations.map(({id, nodes}) => id + ": " + nodes.map(({html}) => html).join(" "))
  )`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const countShifts = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({type: "layout-shift", buffered: true});
`;

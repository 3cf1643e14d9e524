import {cpSync, mkdtempSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {Browser, BrowserContextOptions, Page} from "playwright-core";
import {afterAll, beforeAll} from "vitest";
import type {Serving} from "../../loaders/http/listen.js";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {startChromium, type Watched, watch} from "./chromium.js";
import {shared} from "./shared.js";
import {keepBundled, makeWorkspace} from "./workspace.js";

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

const base = "/notebook/";

/**
 * Serves the site of a snapshot to the tests of a file, below a base path. It is built once for all files of a run that
 * have the same `name`; `own`: a copy of it, which tests may change.
 */
export function useSite(
  name: string,
  makeSnapshot: (path: string) => Promise<unknown>,
  {own = false}: {own?: boolean} = {}
): Site {
  let root: string;
  let serving: Serving;
  let browser: Browser;

  beforeAll(async () => {
    root = await shared(`site-${name}`, async (folder) => {
      const workspace = makeWorkspace({root: folder});
      await makeSnapshot(workspace.snapshotPath);
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

/** The cumulative layout shift of a visited page so far. */
export async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate<number>("shift");
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

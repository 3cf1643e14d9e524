import {cpSync, mkdtempSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import type {Browser, BrowserContextOptions, Page} from "playwright-core";
import {afterAll, beforeAll} from "vitest";
import type {Serving} from "../../loaders/http/listen.js";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {startChromium, type Watched, watch} from "./chromium.js";
import {reachPage} from "./elsewhere.js";
import {shared} from "./shared.js";
import {makeSnapshot} from "./snapshot.js";
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
export function useSite(
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

/** The page that the README shows how to write. */
export const ownPage = /^````md\n([\s\S]*?)^````$/m.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

/** Serves a site to the tests of a file that has, at its root, the page of the README and one that tries to reach others. */
export function useOwnSite(): Site {
  return useSite("own", makeSnapshot, {base: "/", pages: {mine: ownPage, reach: reachPage}});
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

import {writeFileSync} from "node:fs";
import {join} from "node:path";
import type {Browser, BrowserContext, Locator, Page} from "playwright-core";
import {afterAll, beforeAll, expect} from "vitest";
import {type Preview, previewSite} from "../../../loaders/site/serve/preview.js";
import {makeWorkspace, type Workspace} from "../workspace.js";
import {leaveChromium, sharedChromium, type Watched, watch} from "./chromium.js";

/** Previews a workspace with a browser to the tests of a file, once `fill` has made its snapshot. */
export function usePreview(fill: (workspace: Workspace) => Promise<unknown>) {
  const workspace = makeWorkspace();
  let preview: Preview;
  let browser: Browser;
  let context: BrowserContext; // of all pages, so that the browser compiles DuckDB-Wasm once

  beforeAll(async () => {
    await fill(workspace);
    preview = await previewSite({cwd: workspace.root, env: workspace.env});
    browser = await sharedChromium();
    context = await browser.newContext();
  });
  afterAll(async () => {
    await leaveChromium(browser);
    await preview?.close();
    workspace.remove();
  });

  const start = async (path: string): Promise<Watched> => {
    const watched = await watch(context, new URL(preview.url).origin);
    watched.page.setDefaultTimeout(90_000); // a busy machine
    await watched.page.goto(`${preview.url}${path}`);
    await watched.page.locator(".fb-home").waitFor(); // on a busy machine another page may show first
    return watched;
  };

  return {
    workspace,
    /** Writes a page of the workspace. */
    write: (page: string, text: string) => writeFileSync(join(workspace.root, "src", `${page}.md`), text),
    /** Opens a page for the tests of a `describe`, which go on with it one after another; it must ask no other host. */
    opened(path: string): Readonly<Pick<Watched, "page" | "errors">> {
      let watched: Watched;
      beforeAll(async () => {
        watched = await start(path);
      });
      afterAll(async () => {
        await watched.page.close();
        expect(watched.outside).toEqual([]);
      });
      return {
        get page() {
          return watched.page;
        },
        get errors() {
          return watched.errors;
        }
      };
    }
  };
}

/** Edits a page and waits until it shows the edit. The preview notices an edit only once it watches the page's files. */
export async function settle(page: Page, edit: () => void, shown: Locator): Promise<void> {
  edit();
  await shown
    .first()
    .waitFor({timeout: 5000})
    .catch(async () => {
      await page.waitForTimeout(1000);
      edit();
      await shown.first().waitFor();
    });
}

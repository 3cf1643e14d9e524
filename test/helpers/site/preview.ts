import {writeFileSync} from "node:fs";
import {join} from "node:path";
import type {Browser, BrowserContext, Locator, Page} from "playwright-core";
import {afterAll, beforeAll, expect} from "vitest";
import {type Preview, previewSite} from "../../../loaders/site/preview.js";
import {makeWorkspace, type Workspace} from "../workspace.js";
import {leaveChromium, sharedChromium, type Watched, watch} from "./chromium.js";

/** A preview of a workspace, with a browser, for the tests of a file. */
export interface Previewed {
  readonly workspace: Workspace;
  readonly preview: Preview;
  /** What pages are opened in: the browser keeps what it compiled. */
  readonly context: BrowserContext;
  /** Writes a page of the workspace. */
  write(page: string, text: string): void;
  /** Opens a page, looks at it, and expects that it asked no other host. */
  open(path: string, look: (watched: Watched) => Promise<void>): Promise<void>;
}

/** Previews a workspace to the tests of a file, once `fill` has made its snapshot. */
export function usePreview(fill: (workspace: Workspace) => Promise<unknown>): Previewed {
  const workspace = makeWorkspace();
  let preview: Preview;
  let browser: Browser;
  let context: BrowserContext;

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

  return {
    workspace,
    get preview() {
      return preview;
    },
    get context() {
      return context;
    },
    write: (page, text) => writeFileSync(join(workspace.root, "src", `${page}.md`), text),
    async open(path, look) {
      const watched = await watch(context, new URL(preview.url).origin);
      watched.page.setDefaultTimeout(90_000); // a busy machine
      await watched.page.goto(`${preview.url}${path}`);
      try {
        await look(watched);
        expect(watched.outside).toEqual([]);
      } finally {
        await watched.page.close();
      }
    }
  };
}

/** Edits a page and waits for what it shows then. An edit is seen only once the preview watches the page's files. */
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

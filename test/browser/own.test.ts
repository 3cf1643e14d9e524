import {readFileSync, writeFileSync} from "node:fs";
import type {Browser} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Serving} from "../../loaders/http/listen.js";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {startChromium, watch} from "../helpers/chromium.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeWorkspace} from "../helpers/workspace.js";

const example = /^````md\n([\s\S]*?)^````$/m.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => await browser?.close());

describe("the page that the README shows how to write", () => {
  it.each([
    {simulated: true, marks: [expect.stringMatching(/^Simulated data\./)]},
    {simulated: false, marks: []}
  ])("is drawn, and marked by itself if its data is simulated: $simulated", async ({simulated, marks}) => {
    const workspace = makeWorkspace();
    let serving: Serving | null = null;
    try {
      writeFileSync(`${workspace.root}/src/mine.md`, example);
      await makeSnapshot(workspace.snapshotPath, {hours: 2, simulated});
      await buildSite({cwd: workspace.root, env: workspace.env});
      serving = await serveSite({root: `${workspace.root}/dist`, port: 0});
      const {page, errors, outside} = await watch(await browser.newContext(), new URL(serving.url).origin);
      await page.goto(`${serving.url}mine`);
      await page.locator("main svg [aria-label=line] path").waitFor();
      expect(await page.locator(".fb-banner:visible").allTextContents()).toEqual(marks);
      await page.goto(`${serving.url}prices?feed=2`);
      await page.getByText("Crypto.ETH/USD price").waitFor();
      expect(await page.locator(".fb-banner").allTextContents()).toEqual(marks);
      expect({errors, outside}).toEqual({errors: [], outside: []});
      await page.context().close();
    } finally {
      await serving?.close();
      workspace.remove();
    }
  });
});

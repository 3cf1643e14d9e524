import {join} from "node:path";
import type {Browser} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Serving} from "../../loaders/http/listen.js";
import {buildSite} from "../../loaders/site/build.js";
import {serveSite} from "../../loaders/site/serve.js";
import {startChromium, watch} from "../helpers/chromium.js";
import {feedbook} from "../helpers/cli.js";
import {makeWorkspace} from "../helpers/workspace.js";

const workspace = makeWorkspace();
let serving: Serving;
let browser: Browser;

beforeAll(async () => {
  const fixture = "test/fixtures/recorded/2026-05-12-fixed_rate-1000ms.json";
  const {exitCode} = await feedbook(["load", "file", join(process.cwd(), fixture)], {cwd: workspace.root});
  expect(exitCode).toBe(0);
  await buildSite({cwd: workspace.root, env: workspace.env});
  serving = await serveSite({root: `${workspace.root}/dist`, port: 0});
  browser = await startChromium();
});

afterAll(async () => {
  await browser?.close();
  await serving?.close();
  workspace.remove();
});

describe("the recorded entries of the real service", () => {
  it.each([
    ["", ["80,639.53748222", "2,276.76960645", "0.003877 %"]],
    ["prices?feed=1", ["80,639.53748222"]],
    ["prices?feed=2", ["2,276.76960645"]],
    ["spreads?feed=1", ["0.733 bps"]],
    ["funding?feed=112", ["0.003877 %"]]
  ])("appear on page /%s, which is not marked as simulated", async (path, figures) => {
    const context = await browser.newContext();
    const {page, errors, outside} = await watch(context, new URL(serving.url).origin);
    await page.goto(serving.url + path);
    for (const figure of figures) await page.getByText(figure).first().waitFor();
    expect(await page.getByText("Simulated data").isVisible()).toBe(false);
    expect({errors, outside}).toEqual({errors: [], outside: []});
    await context.close();
  });
});

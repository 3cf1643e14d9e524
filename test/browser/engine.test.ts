import {readdirSync, renameSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {watch} from "../helpers/site/chromium.js";
import {useUsual} from "../helpers/site/site.js";

const site = useUsual({own: true});

describe("DuckDB-Wasm", () => {
  it("does not start by itself for a reader who saves data", async () => {
    const context = await site.browser.newContext();
    const {page, requests} = await watch(context, new URL(site.url).origin, {eager: false});
    await page.goto(`${site.url}prices`);
    await page.locator("figure.fb-chart .fb-body path").first().waitFor();
    await page.evaluate(whenIdle);
    await page.waitForTimeout(300); // long enough for its first request
    expect(requests.filter((url) => /duckdb-|engine-worker/.test(url))).toEqual([]);
    await context.close();
  });

  it("answers without a reload once its worker and its module can be loaded", async () => {
    const {page, errors} = await watch(await site.browser.newContext(), new URL(site.url).origin);
    await page.route(/engine-worker/, async (route) => {
      await new Promise((done) => setTimeout(done, 1000)); // until DuckDB-Wasm watches its worker
      await route.abort().catch(() => {}); // the worker may have ended
    });
    await withoutModule(async () => {
      await page.goto(`${site.url}prices`);
      await pick(page, "1 h");
      await reported(page, "its worker did not start");
      expect(errors.filter((text) => !/ERR_(?:ABORTED|FAILED)|cannot start DuckDB/.test(text))).toEqual([]);
      await page.unroute(/engine-worker/);
      await pick(page, "6 h");
      await reported(page, "404 for duckdb-eh.wasm.");
    });
    await pick(page, "1 h");
    await page.waitForFunction(isReady);
    await page.locator("figure.fb-chart .fb-body path").first().waitFor();
    await expect.poll(() => page.locator(".observablehq--error:visible").count()).toBe(0);
    await page.close();
  });
});

async function pick(page: Page, range: string): Promise<void> {
  await page.getByRole("radio", {name: range}).check({force: true});
}

async function reported(page: Page, reason: string): Promise<void> {
  const message = /cannot start DuckDB in this browser: \S+.*: reload the page to try again/;
  await page.getByText(message).filter({hasText: reason}).first().waitFor();
  await expect.poll(() => page.locator(".observablehq--error:visible").count()).toBe(1);
}

const isReady = () => performance.getEntriesByName("sql ready").length > 0;

// After the callbacks for an idle page.
const whenIdle = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));

// Removes the site's module during `look`.
async function withoutModule(look: () => Promise<void>): Promise<void> {
  const folder = join(site.root, "dist/_file/duckdb");
  const path = join(folder, readdirSync(folder).find((name) => name.startsWith("duckdb-eh.wasm.")) ?? "");
  renameSync(path, `${path}.away`);
  await look().finally(() => renameSync(`${path}.away`, path));
}

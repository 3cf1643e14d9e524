import {readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync, gzipSync} from "node:zlib";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {watch} from "../helpers/chromium.js";
import {useSite} from "../helpers/site.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {casesOf} from "../helpers/soak.js";

const site = useSite("usual", makeSnapshot, {own: true});

describe("DuckDB-Wasm", () => {
  it("is started by a page with charts once it is drawn, so that the reader waits less", async () => {
    await site.visit("prices", {}, async ({page, requests, errors}) => {
      const drawnAt = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime");
      const started = await page.evaluate(
        "performance.getEntriesByType('resource').find(({name}) => /engine-worker/.test(name)).startTime"
      );
      expect(Number(started)).toBeGreaterThan(Number(drawnAt));
      await expect.poll(() => requests.filter((url) => /duckdb-eh\.wasm/.test(url)).length).toBe(1);
      await page.waitForFunction(isReady);
      expect(errors).toEqual([]);
    });
  });

  it("is not started unasked where the reader saves data", async () => {
    const context = await site.browser.newContext();
    const {page, requests} = await watch(context, new URL(site.url).origin);
    await page.addInitScript("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})");
    await page.goto(`${site.url}prices`);
    await page.locator("figure.fb-chart svg path").first().waitFor();
    await page.waitForTimeout(1500);
    expect(requests.filter((url) => /duckdb-|engine-worker/.test(url))).toEqual([]);
    await context.close();
  });

  it("is taken from a host that has inflated it", async () => {
    await withModule(gunzipSync, async () => {
      await site.visit("prices", {}, async ({page, errors}) => {
        await page.waitForFunction(isReady);
        expect(errors).toEqual([]);
      });
    });
  });

  it.each(
    casesOf<[string, string, (module: Buffer) => Buffer | null]>(
      [
        ["is the host's welcome", "is not a WebAssembly module", () => Buffer.from("<!doctype html>welcome")],
        ["breaks off", "compil", (module) => module.subarray(0, module.length / 2)]
      ],
      [
        ["is not there", "404 for duckdb-eh.wasm.", () => null],
        ["is empty", "is not a WebAssembly module", () => Buffer.alloc(0)],
        ["is a gzipped page", "expected magic word", () => gzipSync("<!doctype html>welcome")],
        ["is damaged", "compil", (module) => Buffer.from(module).fill(0x55, 1e6, 1.1e6)]
      ]
    )
  )("whose module %s says readably why it cannot start", async (_, reason, change) => {
    await withModule(change, async () => {
      const page = await site.browser.newPage();
      await page.goto(`${site.url}prices`);
      await page.getByRole("radio", {name: "1h"}).check({force: true});
      const told = page.getByText(/cannot start DuckDB in this browser: \S+.*: reload the page to try again/).first();
      await told.waitFor();
      expect(await told.textContent()).toContain(reason);
      expect(await page.locator(".observablehq--error:visible").count()).toBe(1);
      await page.close();
    });
  });

  it.each<[string, (page: Page) => Promise<() => Promise<void> | void>]>([
    [
      "worker",
      async (page) => {
        await page.route(/engine-worker/, (route) => route.abort());
        return () => page.unroute(/engine-worker/);
      }
    ],
    ["module", async () => changeModule(() => null)]
  ])("answers once its %s is there, without a reload", async (_, take) => {
    const page = await site.browser.newPage();
    const giveBack = await take(page);
    try {
      await page.goto(`${site.url}prices`);
      await page.getByRole("radio", {name: "1h"}).check({force: true});
      await page
        .getByText(/cannot start DuckDB in this browser/)
        .first()
        .waitFor();
    } finally {
      await giveBack();
    }
    await page.getByRole("radio", {name: "6h"}).check({force: true});
    await page.waitForFunction(isReady);
    await page.locator("figure.fb-chart svg path").first().waitFor();
    expect(await page.locator(".observablehq--error:visible").count()).toBe(0);
    await page.close();
  });
});

const isReady = () => performance.getEntriesByName("sql ready").length > 0;

async function withModule(change: (module: Buffer) => Buffer | null, look: () => Promise<void>): Promise<void> {
  const restore = changeModule(change);
  await look().finally(restore);
}

// Gives what puts it back.
function changeModule(change: (module: Buffer) => Buffer | null): () => void {
  const folder = join(site.root, "dist/_file/lib");
  const path = join(folder, readdirSync(folder).find((name) => name.startsWith("duckdb-eh.wasm.")) ?? "");
  const module = readFileSync(path);
  const changed = change(module);
  if (changed === null) rmSync(path);
  else writeFileSync(path, changed);
  return () => writeFileSync(path, module);
}

import {readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {gunzipSync, gzipSync} from "node:zlib";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {watch} from "../helpers/site/chromium.js";
import {useUsual} from "../helpers/site/site.js";
import {casesOf} from "../helpers/soak.js";

const site = useUsual({own: true});

describe("DuckDB-Wasm", () => {
  it("is not started unasked where the reader saves data", async () => {
    const context = await site.browser.newContext();
    const {page, requests} = await watch(context, new URL(site.url).origin);
    await page.addInitScript("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})");
    await page.goto(`${site.url}prices`);
    await page.locator("figure.fb-chart svg path").first().waitFor();
    await page.evaluate(whenIdle);
    await page.waitForTimeout(300); // what it would have asked for by then
    expect(requests.filter((url) => /duckdb-|engine-worker/.test(url))).toEqual([]);
    await context.close();
  });

  it("is not needed for the first picture of an own page, nor for its inputs' first values", async () => {
    const blocked = /duckdb-eh|engine-worker|feeds\.\w+\.duckdb/;
    await site.visit("mine", {ready: "main svg path", blocked}, async ({page}) => {
      expect(await page.locator(".observablehq--error").count()).toBe(0);
    });
    await site.visit("choice", {ready: "text=it is Crypto.ETH/USD", blocked}, async ({page}) => {
      await page.locator("select").selectOption({label: "6"});
      await page.getByText("cannot start DuckDB in this browser").waitFor(); // another feed is asked for
    });
    await site.visit("choice?feed=6", {ready: "text=it is Crypto.SOL/USD"}, async ({errors}) => {
      expect(errors.filter((error) => !error.startsWith("Executing inline event handler"))).toEqual([]);
    });
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
    casesOf<[string, string, (module: Buffer) => Buffer]>(
      [
        ["is the host's welcome", "is not a WebAssembly module", () => Buffer.from("<!doctype html>welcome")],
        ["breaks off", "compil", (module) => module.subarray(0, module.length / 2)]
      ],
      [
        ["is empty", "is not a WebAssembly module", () => Buffer.alloc(0)],
        ["is a gzipped page", "expected magic word", () => gzipSync("<!doctype html>welcome")],
        ["is damaged", "compil", (module) => Buffer.from(module).fill(0x55, 1e6, 1.1e6)]
      ]
    )
  )("whose module %s says readably why it cannot start", async (_, reason, change) => {
    await withModule(change, async () => {
      const page = await site.browser.newPage();
      await page.goto(`${site.url}prices`);
      await pick(page, "1h");
      await told(page, reason);
      await page.close();
    });
  });

  it("answers once its worker and its module are there, without a reload", async () => {
    const {page, errors} = await watch(await site.browser.newContext(), new URL(site.url).origin);
    await page.route(/engine-worker/, async (route) => {
      await new Promise((done) => setTimeout(done, 1000)); // by then DuckDB-Wasm watches its worker
      await route.abort().catch(() => {}); // who asked may be gone
    });
    await withModule(
      () => null,
      async () => {
        await page.goto(`${site.url}prices`);
        await pick(page, "1h");
        await told(page, "its worker did not start");
        expect(errors.filter((text) => !/ERR_(?:ABORTED|FAILED)|cannot start DuckDB/.test(text))).toEqual([]);
        await page.unroute(/engine-worker/);
        await pick(page, "6h");
        await told(page, "404 for duckdb-eh.wasm.");
      }
    );
    await pick(page, "1h");
    await page.waitForFunction(isReady);
    await page.locator("figure.fb-chart svg path").first().waitFor();
    await expect.poll(() => page.locator(".observablehq--error:visible").count()).toBe(0);
    await page.close();
  });

  it("answers the next query after it is stopped while it reads the snapshot", async () => {
    await site.visit("prices", {}, async ({page}) => {
      await page.waitForFunction(isReady);
      let isSlow = true;
      await page.route(/\.duckdb$/, async (route) => {
        while (isSlow) await new Promise((done) => setTimeout(done, 50));
        await route.continue().catch(() => {}); // who asked may be gone
      });
      await pick(page, "1h");
      await page.locator(".fb-running").getByRole("button", {name: "Cancel"}).click();
      await page
        .getByText(/cancelled after/)
        .first()
        .waitFor();
      isSlow = false;
      await pick(page, "6h");
      await expect.poll(() => page.locator(".observablehq--error:visible").count(), {timeout: 10_000}).toBe(0);
    });
  });
});

async function pick(page: Page, range: string): Promise<void> {
  await page.getByRole("radio", {name: range}).check({force: true});
}

async function told(page: Page, reason: string): Promise<void> {
  const message = /cannot start DuckDB in this browser: \S+.*: reload the page to try again/;
  await page.getByText(message).filter({hasText: reason}).first().waitFor();
  expect(await page.locator(".observablehq--error:visible").count()).toBe(1);
}

const isReady = () => performance.getEntriesByName("sql ready").length > 0;

// After what waits for the page to be idle.
const whenIdle = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));

// Changes the module meanwhile; null: it is not there.
async function withModule(change: (module: Buffer) => Buffer | null, look: () => Promise<void>): Promise<void> {
  const folder = join(site.root, "dist/_file/duckdb");
  const path = join(folder, readdirSync(folder).find((name) => name.startsWith("duckdb-eh.wasm.")) ?? "");
  const module = readFileSync(path);
  const changed = change(module);
  if (changed === null) rmSync(path);
  else writeFileSync(path, changed);
  await look().finally(() => writeFileSync(path, module));
}

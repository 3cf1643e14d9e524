import {readdirSync, readFileSync} from "node:fs";
import type {Locator, Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {besides, faultsOf, shiftOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const permissions = ["clipboard-read", "clipboard-write"];
const {show} = usePage(site, {permissions});
const source = readFileSync("src/components.md", "utf8");
const titles = [...source.matchAll(/\btitle: "([^"]+)"/g)].map(([, title = ""]) => title);
const marks = ".fb-body > svg :is(path[d], rect, circle):not([d='']), tbody tr";

describe("components", () => {
  it.each<{width: number; colorScheme: "dark" | "light"; blocked?: RegExp}>([
    {width: 1280, colorScheme: "dark"},
    {width: 390, colorScheme: "light", blocked: /engine-worker|duckdb-|arrow/}
  ])("are all drawn and shift nothing with %o", async (view) => {
    const {width, colorScheme, blocked} = view;
    await site.visit("components", {viewport: {width, height: 844}, colorScheme, blocked}, async (watched) => {
      const {page, errors, outside} = watched;
      expect(await shiftOf(page)).toBeLessThan(0.001);
      expect(titles.length).toBeGreaterThan(6);
      for (const title of titles) {
        const figure = figureOf(page, title);
        await expect.poll(() => figure.locator(marks).count(), {message: title}).toBeGreaterThan(1);
        const room = async () => Math.round((await figure.boundingBox())?.width ?? 0) - (await mainWidth(page));
        await expect.poll(room, {message: title}).toBe(0);
      }
      await expect.poll(() => page.locator("observablehq-loading, .observablehq--error").count()).toBe(0);
      expect({errors: besides(errors, blocked), outside}).toEqual({errors: [], outside: []});
    });
  });
});

describe("examples", () => {
  const names = readdirSync("src/examples").map((name) => name.replace(".md", ""));

  it.each(names)("%s draws its answer with DuckDB and satisfies axe", async (name) => {
    const page = await show(`examples/${name}`);
    const title = /\btitle: "([^"]+)"/.exec(readFileSync(`src/examples/${name}.md`, "utf8"))?.[1] ?? "";
    expect(await page.locator("pre[data-language]").count()).toBeGreaterThan(1);
    const figure = figureOf(page, title);
    await expect.poll(() => figure.locator(marks).count()).toBeGreaterThan(0);
    expect(await figure.getByText(/^no /i).count()).toBe(0);
    expect(await page.locator(".observablehq--error").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });
});

function figureOf(page: Page, title: string): Locator {
  return page.locator("figure.fb-chart", {has: page.locator("figcaption", {hasText: title})}).first();
}

async function mainWidth(page: Page): Promise<number> {
  return await page.evaluate(() => Math.round(document.querySelector("#observablehq-main")?.clientWidth ?? 0));
}

import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {besides, faultsOf, usePage, useUsual} from "../helpers/site/site.js";

const site = useUsual();
const {show, load} = usePage(site, {ready: "main h1"});

/** Opens the palette by keys, and types a query. */
async function find(page: Page, query: string, key = "/"): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole("combobox", {name: "Find"}).fill(query);
}

describe("the palette", () => {
  it("keeps the page with the feed that is typed, its range too, and Back undoes it", async () => {
    const page = await show("prices?range=6h");
    const active = () => page.locator("[role=option][aria-selected=true]");
    await find(page, "ether");
    const here = page.getByRole("group", {name: "On this page"}).getByRole("option");
    await here.first().waitFor();
    expect(await active().textContent()).toContain("Crypto.ETH/USD");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Crypto.ETH/USD price").first().waitFor();
    expect(new URL(page.url()).search).toBe("?range=6h&feed=2");
    await page.goBack();
    await page.getByText("Crypto.BTC/USD price").first().waitFor();
  });

  it.each([
    ["112", /112$/, /feed\.html\?feed=112/],
    ["candles", /^candles/, /data\.html#candles$/],
    ["exact and late rows", /Exact, and late rows/, /guide\/beyond\.html#exact-and-late-rows$/]
  ])("opens a feed by its id, a table, or a section of the guide by keys: %s", async (query, name, address) => {
    await site.visit("guide/sharing", {ready: "main h1"}, async ({page}) => {
      await find(page, query, "Control+k");
      const options = page.getByRole("option");
      await options.filter({hasText: name}).first().waitFor();
      const texts = await options.evaluateAll((all) => all.map(({textContent}) => textContent ?? ""));
      for (const _ of texts.slice(
        0,
        texts.findIndex((text) => name.test(text))
      ))
        await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(address);
    });
  });

  it("shows a name of markup as its text", async () => {
    const page = await load("quality");
    await page.getByRole("button", {name: "Find"}).click();
    await page.getByRole("combobox", {name: "Find"}).fill("onerror");
    await page.getByRole("option", {name: "<img src=x onerror=alert(1)>"}).first().waitFor();
    expect(await page.locator(".fb-palette :is(img, script, b)").count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.locator(".fb-palette").waitFor({state: "detached"});
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Find");
  });

  it("says once that parts cannot be read, and that it has ended", async () => {
    await site.visit("data", {ready: "main h1"}, async ({page}) => {
      await page.route(/\/(?:feed|guide|notebooks)\b/, (route) => route.abort());
      await find(page, "xyzzy", "Control+k");
      await page.getByText("Nothing found").waitFor();
      expect(await page.getByRole("alert").allTextContents()).toEqual([expect.stringContaining("cannot be read")]);
    });
  });

  it("leaves a slash in a field alone", async () => {
    const page = await load("data");
    await page.getByRole("searchbox").press("/");
    expect(await page.getByRole("searchbox").inputValue()).toBe("/");
  });
});

it.each([
  ["with the clipboard", ""],
  ["over plain http, without it", "Object.defineProperty(navigator, 'clipboard', {value: undefined})"]
])("copies the link of a page, %s", async (_, script) => {
  const view = {permissions: ["clipboard-read", "clipboard-write"], script, ready: "main h1"};
  await site.visit("data?search=candles", view, async ({page}) => {
    await page.getByRole("button", {name: "Copy link"}).click();
    await page.getByText("Copied").waitFor();
    const field = page.getByRole("searchbox");
    await field.fill("");
    await field.press("Control+v");
    expect(await field.inputValue()).toBe(page.url().replace(/search=.*/, "search=candles"));
  });
});

describe("?embed=", () => {
  it.each([
    ["prices?embed=price&feed=2", "Crypto.ETH/USD price"],
    ["spreads?embed=spread", "Crypto.BTC/USD spread"],
    ["funding?embed=funding", "unding"],
    ["components?embed=crypto-btc-usd-candles-of-an-hour", "candles of an hour"]
  ])("/%s shows one chart, as large as an iframe, and its source", async (path, title) => {
    const size = {width: 640, height: 360};
    await site.visit(path, {viewport: size, ready: "figure[data-alone]"}, async (watched) => {
      const {page, errors, outside} = watched;
      const seen = await page.evaluate(() =>
        Array.from(document.querySelectorAll("header, h1, nav, form, figure"))
          .filter((element) => element.checkVisibility({visibilityProperty: true}))
          .map(({tagName}) => tagName.toLowerCase())
      );
      expect(seen).toEqual(["figure"]);
      expect(await page.locator("figure[data-alone] figcaption").textContent()).toContain(title);
      const plot = await page.locator("figure[data-alone] .fb-body").boundingBox();
      expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeGreaterThan(300);
      expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeLessThan(340);
      expect(await page.locator(".fb-embed-source").innerText()).toMatch(/^Simulated data · .*Feedbook$/);
      expect(await page.evaluate(() => [innerWidth, document.documentElement.clientWidth])).toEqual([640, 640]);
      expect({errors: besides(errors, undefined), outside}).toEqual({errors: [], outside: []});
    });
  });
});

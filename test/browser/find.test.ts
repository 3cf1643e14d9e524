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
    await expect.poll(() => active().textContent()).toContain("Crypto.ETH/USD");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Crypto.ETH/USD price").first().waitFor();
    await page.waitForURL((url) => url.search === "?range=6h&feed=2");
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
      await page.getByRole("option").filter({hasText: name}).first().waitFor();
      const active = page.getByRole("option", {selected: true}).filter({hasText: name});
      for (let i = 0; i < 30 && (await active.count()) === 0; i++) await page.keyboard.press("ArrowDown");
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
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Find");
  });

  it("says once that parts cannot be read, and that it has ended", async () => {
    await site.visit("data", {ready: "main h1"}, async ({page}) => {
      await page.route(/\/(?:feed|guide|notebooks)\b/, (route) => route.abort());
      await find(page, "xyzzy", "Control+k");
      await page.getByText("Nothing found").waitFor();
      const alerts = () => page.getByRole("alert").allTextContents();
      await expect.poll(alerts).toEqual([expect.stringContaining("cannot be read")]);
    });
  });

  it("keeps the option that the reader chose when more is read", async () => {
    await site.visit("data", {ready: "main h1"}, async ({page}) => {
      let answer = () => {};
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\/(?:guide|notebooks)\b/, (route) => asked.then(() => route.continue()));
      await find(page, "spread", "Control+k");
      await page.getByRole("option").filter({hasText: "spread_summary"}).first().waitFor();
      await page.keyboard.press("ArrowDown");
      const chosen = page.getByRole("option", {selected: true});
      const text = await chosen.textContent();
      answer();
      await page.getByRole("group", {name: "Guide"}).waitFor();
      expect([await chosen.count(), await chosen.textContent()]).toEqual([1, text]);
    });
  });

  it("leaves a slash in a field alone", async () => {
    const page = await load("data");
    await page.getByRole("searchbox").press("/");
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("/");
  });
});

it.each([
  ["with the clipboard", ""],
  ["over plain http, without it", "Object.defineProperty(navigator, 'clipboard', {value: undefined})"]
])("copies the link of a page, %s", async (_, script) => {
  const view = {permissions: ["clipboard-read", "clipboard-write"], script, ready: "main h1"};
  await site.visit("data?search=candles", view, async ({page}) => {
    const link = page.url();
    await page.getByRole("button", {name: "Copy link"}).click();
    await page.getByText("Copied").waitFor();
    const field = page.getByRole("searchbox");
    await field.fill("");
    await field.press("Control+v");
    await expect.poll(() => field.inputValue()).toBe(link);
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
      const seen = () =>
        Array.from(document.querySelectorAll("header, h1, nav, form, figure"))
          .filter((element) => element.checkVisibility({visibilityProperty: true}))
          .map(({tagName}) => tagName.toLowerCase());
      await expect.poll(() => page.evaluate(seen)).toEqual(["figure"]);
      await expect.poll(() => page.locator("figure[data-alone] figcaption").textContent()).toContain(title);
      const fits = async () => {
        const {y, height} = (await page.locator("figure[data-alone] .fb-body").boundingBox()) ?? {y: 0, height: 0};
        return y + height > 300 && y + height < 340;
      };
      await expect.poll(fits).toBe(true);
      await expect.poll(() => page.locator(".fb-embed-source").innerText()).toMatch(/^Simulated data · .*Feedbook$/);
      expect(await page.evaluate(() => [innerWidth, document.documentElement.clientWidth])).toEqual([640, 640]);
      expect({errors: besides(errors, undefined), outside}).toEqual({errors: [], outside: []});
    });
  });
});

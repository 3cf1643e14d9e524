import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";

const {show, load} = usePage(useUsual());
const charts = ".fb-desk figure";

describe("the desk", () => {
  it("adds, changes and removes charts, keeps them in the URL, and Back undoes each", async () => {
    const page = await show("desk?range=6h");
    const titles = async (count: number) => {
      await page
        .locator(charts)
        .nth(count - 1)
        .waitFor();
      return await page.locator(`${charts} figcaption`).allTextContents();
    };
    expect(await titles(4)).toEqual([
      "Crypto.BTC/USD price",
      "Crypto.BTC/USD spread",
      expect.stringContaining("unding"),
      "Crypto.BTC/USD publishers"
    ]);
    await page.getByRole("button", {name: "+ Chart"}).click();
    const fifth = page.getByRole("region", {name: "Chart 5"});
    await fifth.getByRole("combobox", {name: "Feed"}).fill("ether");
    await page.keyboard.press("Enter");
    await fifth.getByText("Crypto.ETH/USD price").waitFor();
    await fifth.getByRole("combobox", {name: "Kind"}).selectOption("Spread");
    await fifth.getByText("Crypto.ETH/USD spread").waitFor();
    expect(new URL(page.url()).search).toMatch(
      /^\?range=6h&charts=price:1,spread:1,funding:\d+,publishers:1,spread:2$/
    );
    await page.getByRole("button", {name: "Remove price of Crypto.BTC/USD"}).click();
    await page.waitForURL(/charts=spread:1,/);
    expect((await titles(4))[0]).toBe("Crypto.BTC/USD spread");
    await page.goBack();
    await page.getByText("Crypto.BTC/USD price").waitFor();
    expect(await page.locator(charts).count()).toBe(5);
  });

  it("shares the zoom of its charts, and has no fewer than two and no more than six", async () => {
    const page = await load(
      "desk?range=9y&tz=mars&charts=price:112,price:1,price:2,price:1,spread:2,price:9999999,nothing,spread:1,publishers:1,price:1"
    );
    await page.locator(charts).nth(5).waitFor();
    expect(await page.getByText(/^Not a chart/).textContent()).toBe(
      "Not a chart of a feed here: price:112, price:9999999, nothing, price:1"
    );
    await page.getByText(/^The range “9y” is none of .*; the time zone “mars” is none of/).waitFor();
    expect(await page.getByRole("button", {name: "+ Chart"}).isDisabled()).toBe(true);
    const spans = () => page.locator(`${charts} .fb-body > svg`).allTextContents(); // with the labels of their axes
    const before = await spans();
    await page.locator(`${charts} [role=slider]`).first().focus();
    await page.keyboard.press("+");
    await page.waitForURL(/zoom=/);
    await expect.poll(async () => (await spans()).every((span, i) => span !== before[i])).toBe(true);
    await load("desk?charts=price:2,funding:112");
    await page.getByRole("button", {name: "+ Chart"}).click();
    await page.waitForURL(/charts=price:2,funding:112,price:2$/);
    await load("desk?charts=price:1,spread:1");
    expect(
      await page
        .getByRole("button", {name: /^Remove/})
        .first()
        .isDisabled()
    ).toBe(true);
  });

  it("is a column on a phone", async () => {
    const page = await load("desk");
    await page.setViewportSize({width: 390, height: 844});
    const boxOf = (n: number) => page.locator(`.fb-desk > :nth-child(${n})`).boundingBox();
    const [first, second] = [await boxOf(1), await boxOf(2)];
    expect([first?.x, first?.width]).toEqual([second?.x, second?.width]);
  });
});

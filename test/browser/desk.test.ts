import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";

const {show, load} = usePage(useUsual());
const charts = ".fb-desk figure";
const exact = {exact: true};

describe("the desk", () => {
  it("adds, changes and removes charts, keeps them in the URL, and Back undoes each", async () => {
    const page = await show("desk?range=6h");
    const titles = () => page.locator(`${charts} figcaption`).allTextContents();
    await expect
      .poll(titles)
      .toEqual([
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
    await page.waitForURL(/\?range=6h&charts=price:1,spread:1,funding:\d+,publishers:1,spread:2$/);
    await page.getByRole("button", {name: "Remove price of Crypto.BTC/USD"}).click();
    await page.waitForURL(/charts=spread:1,/);
    await expect.poll(async () => (await titles())[0]).toBe("Crypto.BTC/USD spread");
    await page.goBack();
    await page.getByText("Crypto.BTC/USD price").waitFor();
    await expect.poll(titles).toHaveLength(5);
  });

  it("shares the zoom of its charts, and has no fewer than two and no more than six", async () => {
    const page = await load(
      "desk?range=9y&tz=mars&charts=price:112,price:1,price:2,price:1,spread:2,price:9999999,nothing,spread:1,publishers:1,price:1"
    );
    await page.locator(charts).nth(5).waitFor();
    await page.getByText("Not a chart of a feed here: price:112, price:9999999, nothing, price:1", exact).waitFor();
    await page.getByText(/^The range “9y” is none of .*; the time zone “mars” is none of/).waitFor();
    await expect.poll(() => page.getByRole("button", {name: "+ Chart"}).isDisabled()).toBe(true);
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
    const remove = page.getByRole("button", {name: /^Remove/}).first();
    await expect.poll(() => remove.isDisabled()).toBe(true);
  });

  it("is a column on a phone", async () => {
    const page = await load("desk");
    await page.setViewportSize({width: 390, height: 844});
    const boxOf = (n: number) => page.locator(`.fb-desk > :nth-child(${n})`).boundingBox();
    const offset = async () => {
      const [first, second] = [await boxOf(1), await boxOf(2)];
      return [(second?.x ?? NaN) - (first?.x ?? NaN), (second?.width ?? NaN) - (first?.width ?? NaN)];
    };
    await expect.poll(offset).toEqual([0, 0]);
  });
});

import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";

const {show} = usePage(useUsual(), {ready: ".fb-now"});

describe("funding", () => {
  it("shows charts, figures and table on the basis of the URL, and Back undoes another basis", async () => {
    const page = await show("funding");
    const shown = async () => [
      (await page.locator("figure.fb-chart figcaption").allTextContents()).map(
        (title) => /per 1 h|APR|APY/.exec(title)?.[0] ?? ""
      ),
      await page.getByRole("columnheader", {name: /^Rate/}).textContent(),
      (await page.locator(".fb-stat .fb-detail").first().textContent())?.split("; ")[0]
    ];
    const asApr = [["APR", "APR", "", "APR"], "Rate as APR", "last, as APR"];
    expect(await shown()).toEqual(asApr);
    await page.getByRole("radio", {name: "1 h", exact: true}).check({force: true});
    await page.waitForURL(/basis=1h/);
    await page.getByRole("columnheader", {name: "Rate per 1 h"}).waitFor();
    expect(await shown()).toEqual([["per 1 h", "per 1 h", "", "per 1 h"], "Rate per 1 h", "last, per 1 h"]);
    await page.goBack();
    await page.getByRole("columnheader", {name: "Rate as APR"}).waitFor();
    expect(await shown()).toEqual(asApr);
  });

  it("shows the history of the underlying clicked in the table, and keeps the rest of the view", async () => {
    const page = await show("funding");
    await page.locator(".fb-now").getByRole("link", {name: "ETH"}).click();
    await page.getByText("ETH funding as APR").waitFor();
    expect(new URL(page.url()).search).toBe("?feeds=114");
    await page.goBack();
    await page.getByText("BTC funding as APR").waitFor();
  });
});

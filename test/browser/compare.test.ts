import {describe, expect, it} from "vitest";
import {usePage, useUsual} from "../helpers/site/site.js";

const {load} = usePage(useUsual());

describe("compare", () => {
  it("draws each part for up to eight feeds", async () => {
    const page = await load("compare?feeds=1,2,6,8,11,10,9,103,327&range=all");
    for (const title of ["Indexed to 100", "Rolling volatility", "Correlation of returns"])
      await page.locator("figcaption", {hasText: title}).waitFor();
    await page.getByText(/^[5-8] rows$/).waitFor();
    expect(await page.locator(".observablehq--error").count()).toBe(0);
  });

  it("says what one feed cannot show", async () => {
    const page = await load("compare?feeds=1&range=all");
    await page
      .getByText(/pick a second feed/)
      .first()
      .waitFor();
    await page.getByText(/^Too little data for a finding/).waitFor();
    await page.getByText("1 row", {exact: true}).waitFor();
    expect(await page.locator(".observablehq--error").count()).toBe(0);
  });
});

import {expect, it} from "vitest";
import {consoleHash} from "../../src/lib/console.js";
import {useUsual} from "../helpers/site/site.js";

const site = useUsual();
const endless = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(10000000) c";

it("a link ends its query after 10 s by itself, and the console goes on", async () => {
  await site.visit(`sql${consoleHash(endless)}`, {ready: "[data-running]"}, async ({page}) => {
    const startedAt = Date.now();
    await page.getByText(/^stopped after 10 s/).waitFor();
    expect(Date.now() - startedAt).toBeGreaterThan(8000);
    await page.getByRole("button", {name: "Run"}).click(); // the reader's own has no limit
    await page.locator("[data-running]").waitFor();
    await page.waitForTimeout(11_000);
    await page.getByRole("button", {name: "Cancel"}).first().click();
    await page.getByText(/^cancelled after 1\d\.\d s$/).waitFor();
  });
}, 120_000);

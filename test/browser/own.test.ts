import {expect, it} from "vitest";
import {ownPage, type Site, useOwnSite, useSite} from "../helpers/site.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const real = (path: string) => makeSnapshot(path, {hours: 2, simulated: false});
const sites: [string, Site, unknown[]][] = [
  ["simulated", useOwnSite(), [expect.stringMatching(/^Simulated data\./)]],
  ["real", useSite("real", real, {pages: {mine: ownPage}}), []]
];

it.each(sites)(
  "the page that the README shows how to write is drawn, and marked by itself: %s data",
  async (_, site, marks) => {
    const line = {ready: "main svg [aria-label=line] path"};
    await site.visit("mine", line, async ({page, errors, outside}) => {
      expect(await page.locator(".fb-banner:visible").allTextContents()).toEqual(marks);
      await page.goto(`${site.url}prices?feed=2`);
      await page.getByText("Crypto.ETH/USD price").waitFor();
      expect(await page.locator(".fb-banner").allTextContents()).toEqual(marks);
      expect({errors, outside}).toEqual({errors: [], outside: []});
    });
  }
);

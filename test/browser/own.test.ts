import {expect, it} from "vitest";
import {useOwnSite} from "../helpers/site.js";

const site = useOwnSite();

it("the page that the README shows how to write is drawn, and marked by itself", async () => {
  const line = {ready: "main svg [aria-label=line] path"};
  await site.visit("mine", line, async ({page, errors, outside}) => {
    expect(await page.locator(".fb-banner:visible").allTextContents()).toEqual([
      expect.stringMatching(/^Simulated data\./)
    ]);
    expect({errors, outside}).toEqual({errors: [], outside: []});
  });
});

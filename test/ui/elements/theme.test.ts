import {readFileSync} from "node:fs";
import {resolve} from "node:path";
import {expect, it} from "vitest";
import {category, color} from "../../../src/ui/elements/theme.js";

// axe checks the contrast of each page in test/browser.
const sheet = readFileSync(resolve(import.meta.dirname, "../../../src/ui/elements/theme.css"), "utf8");

it("category(index) repeats after eight colours, and every named variable is in theme.css", () => {
  const categories = Array.from({length: 8}, (_, index) => category(index));
  expect([new Set(categories).size, category(8)]).toEqual([8, categories[0]]);
  for (const value of [...Object.values(color), ...categories])
    expect(sheet).toContain(`${/--[\w-]+/.exec(value)?.[0]}: light-dark(#`);
});

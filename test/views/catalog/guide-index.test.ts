import {expect, it} from "vitest";
import {rankSections, type Section} from "../../../src/views/catalog/guide-index.js";

const filler = "one two three ".repeat(20);
const section = (heading: string, text: string): Section => ({page: "Loads", heading, text, href: `#${heading}`});

it("shows the part of a text around a word of the search", () => {
  const find = rankSections([
    section("Files", `${filler}a query for Pandas reads it ${filler}`),
    section("Start", `pandas first ${filler}`)
  ]);
  const found = find("export to pandas");
  expect(found.map(({heading}) => heading).toSorted()).toEqual(["Files", "Start"]);
  const text = (heading: string) => found.find((one) => one.heading === heading)?.text;
  expect(text("Files")).toMatch(/^… .{30,50} Pandas reads it one two/);
  expect(text("Start")).toMatch(/^pandas first one/);
  expect(text("Files")?.length).toBeLessThan(150);
});

it("lists a section with all words first, and at most twelve sections", () => {
  const many = Array.from({length: 20}, (_, i) => section(`Feed ${i}`, "feed feed feed"));
  const both = section("Habits", `${filler}where a feed was silent there is no row ${filler}`);
  const found = rankSections([...many, both])("why is a feed silent");
  expect([found.length, found[0]?.heading]).toEqual([12, "Habits"]);
});

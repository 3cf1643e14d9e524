import {expect, it} from "vitest";
import {rankSections, type Section} from "../../src/find/guide.js";

const filler = "one two three ".repeat(20);
const section = (heading: string, text: string): Section => ({page: "Loads", heading, text, href: `#${heading}`});

it("lists a section with all words first, and at most twelve sections", async () => {
  const many = Array.from({length: 20}, (_, i) => section(`Feed ${i}`, "feed feed feed"));
  const both = section("Habits", `${filler}where a feed was silent the row is missing ${filler}`);
  const find = await rankSections([...many, both]);
  const found = find("why is a feed silent");
  expect([found.length, found[0]?.heading]).toEqual([12, "Habits"]);
});

import {describe, expect, it} from "vitest";
import {keyOf} from "../../src/duckdb/sql/parameters.js";
import {readPick} from "../../src/inputs/pick.js";
import {openingOf, pages, queriesOf, sharedSnapshot} from "./queries.js";

describe.each(["whole", "cut"] as const)("the opening of a %s snapshot", (kind) => {
  it.each(pages)("answers every query of page %s", async (page) => {
    const opening = await openingOf(await sharedSnapshot(kind), page);
    const values: Record<string, unknown> = {...opening.pick, ...readPick(opening, {})};
    const answered = opening.answers.map(({strings, params}) => ({strings, params}));
    for (const {strings, names} of queriesOf(page))
      expect(answered).toContainEqual({strings, params: names.map((name) => keyOf(values[name]))});
    const part = opening.parts?.find(({name}) => name === "prices");
    expect(part?.whole).toBe(kind === "whole");
    expect(readPick(opening, {range: "all"}).resolution === "raw").toBe(part?.whole);
  });
});

it.each([
  ["feed", []],
  ["prices", [10, 112, 113, 114]],
  ["spreads", [6, 10, 112, 113, 114]],
  ["funding", [1, 2, 6, 8, 9, 10, 327, 922]]
])("page %s knows the feeds for which it has no data", async (page, ids) => {
  const {others = [], feeds} = await openingOf(await sharedSnapshot("short"), page);
  expect(others.map(({priceFeedId}) => priceFeedId)).toEqual(ids);
  expect(feeds.length + ids.length).toBe(11);
});

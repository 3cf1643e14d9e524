import {describe, expect, it} from "vitest";
import {completionsAt} from "../../../src/ui/code-editor/completions.js";
import type {Schema} from "../../../src/ui/code-editor/schema.js";

const column = (name: string, more = {}) => ({name, type: "DOUBLE", unit: "", meaning: `the ${name}`, ...more});
const schema: Schema = {
  tables: [
    {kind: "table", name: "feeds", meaning: "all `feeds`", columns: [column("symbol", {type: "VARCHAR"})]},
    {kind: "view", name: "prices", meaning: "prices", columns: [column("price", {unit: "quote currency"})]},
    {
      kind: "query",
      name: "candles",
      meaning: "bars of a feed",
      columns: [
        column("feed", {argument: true, usual: null}),
        column("since", {argument: true, usual: null}),
        column("closed", {argument: true, usual: "'shown'"}),
        column("open", {type: null})
      ]
    }
  ],
  functions: [{name: "median", parameters: "x", meaning: "the middle value"}]
};

describe("completionsAt(schema, before, text)", () => {
  const labels = (before: string, after = "") =>
    completionsAt(schema, before, before + after).map(({label}) => label.trim());

  it("offers tables, named queries and functions, and columns and named arguments of those that the query names", () => {
    expect(labels("S")).toEqual(["feeds", "prices", "candles", "median"]);
    expect(labels("SELECT pr", " FROM prices")).toContain("price");
    expect(labels("SELECT o", " FROM candles(1, 2)")).toEqual(expect.arrayContaining(["open", "closed :="]));
    expect(labels("SELECT p FROM prices_other")).not.toContain("price");
  });

  it.each([
    ["SELECT prices.", " FROM prices", ["price"]],
    ["SELECT p.pr", " FROM prices AS p", ["price"]],
    ["SELECT f.", " FROM prices JOIN feeds f USING (priceFeedId)", ["symbol"]],
    ["SELECT c.", " FROM candles(1, now()::TIMESTAMP, closed := (SELECT max(a(1)) FROM t)) AS c", ["open"]],
    ["SELECT CANDLES.", " FROM candles(1, 2)", ["open"]],
    ["SELECT nobody.", " FROM prices", []]
  ])("after a dot, the columns of the table or its alias: %s%s", (before, after, expected) => {
    expect(labels(before, after)).toEqual(expected);
  });

  it("says what each is, and gives a named query with the arguments it needs", () => {
    const found = completionsAt(schema, "", "FROM prices");
    expect(found.find(({label}) => label === "price")).toMatchObject({
      detail: "DOUBLE, quote currency",
      info: "prices: the price"
    });
    expect(found.find(({label}) => label === "candles")).toMatchObject({
      detail: "(feed, since, closed := …)",
      info: "bars of a feed\nfeed: the feed\nsince: the since\nclosed: the closed"
    });
    expect(found.find(({label}) => label === "feeds")).toMatchObject({info: "all feeds"});
  });
});

import {describe, expect, it} from "vitest";
import type {Schema} from "../../../src/ui/code-editor/completions.js";
import {completionsAt} from "../../../src/ui/code-editor/completions.js";

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
  it.each([
    ["SELECT prices.", " FROM prices", ["price"]],
    ["SELECT p.pr", " FROM prices AS p", ["price"]],
    ["SELECT c.", " FROM candles(1, now()::TIMESTAMP, closed := (SELECT max(a(1)) FROM t)) AS c", ["open"]],
    ["SELECT nobody.", " FROM prices", []],
    ["S", "", ["feeds", "prices", "candles", "median"]],
    ["SELECT o", " FROM candles(1)", ["open", "closed :=", "feeds", "prices", "candles", "median"]]
  ])("offers after %j in a query that ends in %j: %j", (before, after, expected) => {
    expect(completionsAt(schema, before, before + after).map(({label}) => label.trim())).toEqual(expected);
  });

  it.each([
    ["price", {detail: "DOUBLE, quote currency", info: "prices: the price"}],
    [
      "candles",
      {
        detail: "(feed, since, closed := …)",
        info: "bars of a feed\nfeed: the feed\nsince: the since\nclosed: the closed"
      }
    ]
  ])("explains %s", (name, expected) => {
    const found = completionsAt(schema, "", "FROM prices").find(({label}) => label === name);
    expect(found).toMatchObject(expected);
  });
});

import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {type ConsoleChart, consoleHash, consoleLink, draws, readConsole} from "../../src/url/console.js";

it.each<[string, ConsoleChart | undefined, string]>([
  ["SELECT 'a&b#c%' -- +\nFROM t", undefined, "./sql#sql=SELECT+%27a%26b%23c%25%27+--+%2B%0AFROM+t"],
  ["FROM t", {draw: "time", y: ["a&b", "c"]}, "./sql#sql=FROM+t&draw=time&y=a%26b&y=c"],
  ["FROM t", {draw: "time", x: "at", y: "", series: "a b"}, "./sql#sql=FROM+t&draw=time&x=at&series=a+b"]
])("consoleLink(sql, chart) %j with %j is %s", (sql, chart, link) => expect(consoleLink(sql, chart)).toBe(link));

describe("readConsole(hash)", () => {
  it("reads back any query and chart that consoleHash wrote", () => {
    const text = fc.string({unit: "grapheme"}).filter((sql) => sql.trim() !== "");
    const column = fc.string({unit: "grapheme", minLength: 1});
    const chart = fc.record(
      {
        draw: fc.constantFrom(...draws),
        x: column,
        y: fc.oneof(column, fc.array(column, {minLength: 2})),
        series: column,
        value: column
      },
      {requiredKeys: ["draw"]}
    );
    fc.assert(
      fc.property(text, fc.option(chart, {nil: undefined}), (sql, drawn) => {
        expect(readConsole(consoleHash(sql, drawn))).toEqual(drawn === undefined ? {sql} : {sql, chart: drawn});
      }),
      {seed: 16}
    );
  });

  it("is null without a query, and leaves out a broken chart", () => {
    expect(["", "#prices", "#sql=+%0A", "#draw=time"].map(readConsole)).toEqual([null, null, null, null]);
    expect(readConsole("#sql=SELECT%201%&draw=pie&x=a")).toEqual({sql: "SELECT 1%"});
  });
});

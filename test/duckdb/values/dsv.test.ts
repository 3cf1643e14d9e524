import {expect, it} from "vitest";
import {autoType, dsvFormat} from "../../../src/duckdb/values/dsv.js";

const at = (text: string, nanos?: number) => Object.assign(new Date(text), nanos && {nanos});
const parse = (text: string) => [...dsvFormat(",").parse(text, autoType)];

it.each<[string, unknown]>([
  ["2026-09-22T10:00:00", at("2026-09-22T10:00:00Z")], // tests run in a zone other than UTC
  ["2026-09-22", at("2026-09-22T00:00:00Z")],
  ["2026-03-08 02:30:00-0800", at("2026-03-08T10:30:00Z")],
  ["2026-09-22T10:00:00.123456Z", at("2026-09-22T10:00:00.123Z", 456_000)],
  ["2026-02-30", "2026-02-30"],
  ["-12.5e-3", -0.0125],
  ["007", "007"],
  ["9007199254740993", "9007199254740993"],
  ["NaN", null],
  ["", null]
])("autoType reads %j as %j", (text, value) => expect(parse(`a,b\n${text},x\n`)).toEqual([{a: value, b: "x"}]));

it.each<[string[], unknown[]]>([
  [
    ["1.10", "NA", "abc"],
    ["1.10", null, "abc"]
  ],
  [
    ["1.10", "2", ""],
    [1.1, 2, null]
  ]
])("autoType reads a column of %j as %j", (texts, values) => {
  expect(parse(`a,b\n${texts.map((text) => `${text},1\n`).join("")}`)).toEqual(values.map((a) => ({a, b: 1})));
});

it("dsvFormat(delimiter).parse(text) reads texts with any line ends", () => {
  const rows = dsvFormat(";").parse('\ufeffa;b\r\n1;"x;\r\ny"\r\n\r\n2\r\n', false as never);
  const records = [
    {a: "1", b: "x;\r\ny"},
    {a: "2", b: ""}
  ];
  expect([[...rows], rows.columns]).toEqual([records, ["a", "b"]]);
});

it.each([
  ["price,price\n1,2\n", "two columns are called price: rename one of them"],
  ["at,price\nx,1,234\n", "row 2 has 3 fields, the header 2: quote texts with a ,"]
])("dsvFormat(delimiter).parse(%j) refuses ambiguous columns", (text, message) => {
  expect(() => parse(text)).toThrow(new Error(message));
});

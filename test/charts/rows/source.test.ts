// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {barChart} from "../../../src/charts/rows/bar-chart.js";
import {dataTable} from "../../../src/charts/rows/data-table.js";
import {heatMap, weekHeat} from "../../../src/charts/rows/heat-map.js";
import {histogram} from "../../../src/charts/rows/histogram.js";
import {lineChart} from "../../../src/charts/rows/line-chart.js";
import {readSource} from "../../../src/charts/rows/source.js";
import {timeChart} from "../../../src/charts/rows/time-chart.js";
import {texts} from "../kit.js";

const at = new Date(0);
const rows = [
  {priceFeedId: 1, symbol: null, at: null, price: null, list: [1]},
  {priceFeedId: 1, symbol: "BTC", at, price: 5, list: [1]}
];
const read = (options = {}, given: unknown = rows) =>
  readSource("timeChart", given as typeof rows, options, ["x", "y", "title"]);

describe("readSource(call, rows, options, known)", () => {
  it("finds columns by name and by kind, ids excluded, in any iterable", () => {
    const source = read({x: "at"}, new Set(rows));
    expect(source.column("price")).toBe("price");
    expect(["symbol", "at", "price", "list", "none"].map(source.kindOf)).toEqual([
      ...["text", "time", "number", "other", "other"]
    ]);
    expect([source.first("number", "y"), source.find("number", ["price"])]).toEqual(["price", undefined]);
    expect(read({}, []).columns).toEqual([]);
  });

  const takes = "timeChart takes rows, as sql gives them: got";
  const csv = "read a CSV by {typed: true}, or write a::DOUBLE in SQL";
  it.each([
    [() => read().column("prise"), 'no column "prise" in these rows: price?'],
    [() => read({tittle: ""}), 'timeChart has no option "tittle": title?'],
    [() => read({}, {meta: 1, data: [{a: 1}]}), `${takes} an object with meta, data: give its list data`],
    [
      () => read({}, {name: "a.csv", mimeType: "text/csv"}),
      `${takes} an object with name, mimeType: a file has to be read first, such as by .csv({typed: true})`
    ],
    [() => read({y: "a"}, [{a: 1}, {a: null}, {a: "n/a"}]), `timeChart needs numbers in a: got "n/a": ${csv}`],
    [
      () => read({x: "at"}, [{at: "2026-05-12 10:00"}, {at: "9/22/2026"}]),
      'timeChart needs times in at: got "9/22/2026": give dates, epoch milliseconds, or text as in 2026-05-12T10:00:00Z'
    ]
  ])("rejects %s", (act, message) => expect(act).toThrow(new Error(message)));
});

const missing = [{name: "a", at, x: 1, y: 2, v: null}];

it.each([
  ["Bars", barChart, {y: "v"}],
  ["Lines", lineChart, {y: "v"}],
  ["Histogram", histogram, {x: "v"}],
  ["Heat map", heatMap, {value: "v"}],
  ["Chart", timeChart, {y: "v"}],
  ["Table", dataTable, {}]
] as const)("%s without rows or values show a text instead", (title, draw, options) => {
  const make = draw as (rows: object[], options: object) => HTMLElement;
  expect(make([], {}).textContent).toBe(`${title}No rows: the query found none.`);
  expect(make([], {title: "Mine", empty: "None."}).textContent).toBe("MineNone.");
  if (title !== "Table") expect(texts(make(missing, options), ".fb-body text").join()).toContain("no values in th");
});

const twice = [1, 1].map((v) => ({a: "x", b: "y", x: 1, v, weekday: 1, hour: 3, at}));

it.each([
  [() => barChart(twice, {x: "x"}), "several rows have x 1, where barChart draws one bar: add GROUP BY x to the query"],
  [() => histogram([{name: "a"}]), "histogram finds no column of numbers in these rows: name one with x"],
  [
    () => heatMap(twice, {x: "a", y: "b"}),
    "several rows have a x and b y, where heatMap draws one cell: add GROUP BY a, b to the query"
  ],
  [() => weekHeat(twice, {value: "v"}), "several rows have Monday 03:00, where weekHeat draws one cell"],
  [
    () => weekHeat([{weekday: 1, hour: 24, v: 1}], {value: "v"}),
    "weekHeat takes whole numbers from 0 to 23 as hour, not 24"
  ],
  [() => timeChart(twice, {low: "v"}), "a band of timeChart has low and high: name both"],
  [() => timeChart(twice, {format: "procent" as "percent"}), 'timeChart has no format "procent": percent?'],
  [() => dataTable(twice, {columns: [{name: "hours"}]}), 'no column "hours" in these rows: hour?']
])("rejects what a component cannot draw: %s", (act, message) => expect(act).toThrow(message));

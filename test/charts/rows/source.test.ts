// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {barChart} from "../../../src/charts/rows/bar-chart.js";
import {dataTable} from "../../../src/charts/rows/data-table.js";
import {heatMap, weekHeat} from "../../../src/charts/rows/heat-map.js";
import {histogram} from "../../../src/charts/rows/histogram.js";
import {lineChart} from "../../../src/charts/rows/line-chart.js";
import {readSource} from "../../../src/charts/rows/source.js";
import {timeChart} from "../../../src/charts/rows/time-chart.js";
import {answerRows} from "../../../src/duckdb/values/rows.js";
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

  it("keeps the column order of a query or a CSV file, also of numeric names", () => {
    const types = [
      {name: "symbol", type: "VARCHAR"},
      {name: "0", type: "BIGINT"}
    ];
    const csv = Object.assign([{symbol: "a", 0: 1, more: 2}], {columns: ["symbol", "0", "left out"]});
    expect([answerRows(types, [["a", 1]]), csv].map((given) => read({}, given).columns)).toEqual([
      ["symbol", "0"],
      ["symbol", "0", "more"]
    ]);
  });

  const takes = "timeChart takes rows, as sql gives them: got";
  const csv = "read a CSV by {typed: true}, or write a::DOUBLE in SQL";
  it.each([
    [() => read().column("prise"), 'no column "prise" in these rows: price?'],
    [() => read().column("volume"), 'no column "volume" in these rows: there are priceFeedId, symbol, at, price, list'],
    [() => read({tittle: ""}), 'timeChart has no option "tittle": title?'],
    [() => read({}, Promise.resolve(rows)), "timeChart takes rows, not a promise of them: write timeChart(await …)"],
    [() => read({}, null), `${takes} null`],
    [() => read({}, {meta: 1, data: [{a: 1}]}), `${takes} an object with meta, data: give its list data`],
    [() => read({}, [{a: 1}, 2]), `${takes} a list with number 2 at 1`],
    [() => read({}, "a,b"), `${takes} string "a,b"`],
    [
      () => read({}, {name: "a.csv", mimeType: "text/csv"}),
      `${takes} an object with name, mimeType: a file has to be read first, such as by .csv({typed: true})`
    ],
    [() => read({y: "a"}, [{a: "1.10"}, {a: "none"}]), `timeChart needs numbers in a: got "none": ${csv}`],
    [() => read({y: "a"}, [{a: 1}, {a: null}, {a: "n/a"}]), `timeChart needs numbers in a: got "n/a": ${csv}`],
    [
      () => read({}, [{price: 1}, {price: at}]).first("number", "y"),
      'timeChart needs numbers in price: got "1970-01-01T00:00:00.000Z": times are for x of timeChart'
    ],
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
const many = Array.from({length: 401}, (_, i) => ({a: "x", b: `y${i}`, i, v: i}));

it.each([
  [() => barChart(twice, {x: "x"}), "several rows have x 1, where barChart draws one bar: add GROUP BY x to the query"],
  [() => barChart(many, {x: "i"}), "barChart shows at most 400 bars, not 401: LIMIT them in SQL"],
  [() => lineChart(twice, {x: "x"}), "several rows have x 1, where lineChart draws one point: name the column"],
  [() => lineChart([{at, v: 1}], {x: "at"}), "lineChart needs numbers in at: got"],
  [() => lineChart([{x: 1}]), "lineChart finds no column of numbers in these rows: name one with y: there is x"],
  [() => histogram([{name: "a"}]), "histogram finds no column of numbers in these rows: name one with x"],
  [() => histogram(many, {weight: "w"}), 'no column "w" in these rows'],
  [
    () => heatMap(twice, {x: "a", y: "b"}),
    "several rows have a x and b y, where heatMap draws one cell: add GROUP BY a, b to the query"
  ],
  [() => heatMap(many, {y: "b"}), "heatMap shows at most 400 values of b, not 401: round them in SQL"],
  [() => heatMap(many.slice(0, 2), {scale: "zer" as "zero"}), 'heatMap has no scale "zer": zero?'],
  [() => weekHeat([{day: 1, hour: 3, v: 1}]), 'no column "weekday" in these rows: there are day, hour, v'],
  [() => weekHeat(twice, {value: "v"}), "several rows have Monday 03:00, where weekHeat draws one cell"],
  [
    () => weekHeat([{weekday: 1, hour: 24, v: 1}], {value: "v"}),
    "weekHeat takes whole numbers from 0 to 23 as hour, not 24"
  ],
  [() => timeChart(twice, {y: ["v", "vv"]}), 'no column "vv" in these rows: v?'],
  [() => timeChart(twice, {low: "v"}), "a band of timeChart has low and high: name both"],
  [() => timeChart(twice, {draw: "candle" as "line"}), 'timeChart has no draw "candle": candles?'],
  [() => timeChart(twice, {format: "procent" as "percent"}), 'timeChart has no format "procent": percent?'],
  [() => dataTable(twice, {columns: [{name: "hours"}]}), 'no column "hours" in these rows: hour?'],
  [() => dataTable(twice, {sort: "-hours"}), 'no column "hours" in these rows: hour?']
])("rejects what a component cannot draw: %s", (act, message) => expect(act).toThrow(message));

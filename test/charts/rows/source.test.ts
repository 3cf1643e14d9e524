import {describe, expect, it} from "vitest";
import {oneOf, readSource} from "../../../src/charts/rows/source.js";
import {answerRows} from "../../../src/duckdb/values/rows.js";

const rows = [
  {priceFeedId: 1, symbol: null, at: null, price: null, list: [1]},
  {priceFeedId: 1, symbol: "BTC", at: new Date(0), price: 5, list: [1]}
];
const read = (options = {}, given: unknown = rows) =>
  readSource("timeChart", given as typeof rows, options, ["x", "y", "title"]);

describe("readSource(call, rows, options, known)", () => {
  it("finds columns by their names, and by what they hold, ids left out", () => {
    const source = read({x: "at"});
    expect(source.column("price")).toBe("price");
    expect(["symbol", "at", "price", "list", "none"].map(source.kindOf)).toEqual([
      ...["text", "time", "number", "other", "other"]
    ]);
    expect([source.first("number", "y"), source.find("number", ["price"])]).toEqual(["price", undefined]);
  });

  it("has the columns in the order of a query or a CSV file, whole numbers as well", () => {
    const answered = answerRows(
      [
        {name: "symbol", type: "VARCHAR"},
        {name: "0", type: "BIGINT"}
      ],
      [["a", 1]]
    );
    const ofCsv = Object.assign([{symbol: "a", 0: 1, more: 2}], {columns: ["symbol", "0", "left out"]});
    expect([answered, ofCsv].map((given) => read({}, given).columns)).toEqual([
      ["symbol", "0"],
      ["symbol", "0", "more"]
    ]);
  });

  it.each([
    [() => read().column("prise"), 'no column "prise" in these rows: price?'],
    [() => read().column("volume"), 'no column "volume" in these rows: there are priceFeedId, symbol, at, price, list'],
    [() => read({tittle: ""}), 'timeChart has no option "tittle": title?'],
    [
      () => read().first("number", "y", ["price"]),
      "timeChart finds no column of numbers in these rows: name one with y: there are priceFeedId, symbol, at, price, list"
    ],
    [() => read({}, Promise.resolve(rows)), "timeChart takes rows, not a promise of them: write timeChart(await …)"],
    [
      () => readSource("timeChart", undefined as never, {}, []),
      "timeChart takes rows, as sql gives them: got undefined"
    ],
    [() => read({}, {title: ""}), "timeChart takes rows, as sql gives them: got an object with title"],
    [
      () => read({}, {meta: 1, data: [{a: 1}]}),
      "timeChart takes rows, as sql gives them: got an object with meta, data: give its list data"
    ],
    [
      () => read({y: "a"}, [{a: "1.10"}, {a: "none"}]),
      'timeChart needs numbers in a: got "none": read a CSV by {typed: true}, or write a::DOUBLE in SQL'
    ],
    [() => read({}, [{a: 1}, 2]), "timeChart takes rows, as sql gives them: got a list with number 2 at 1"],
    [
      () => read({y: "price"}, [{price: 1}, {price: null}, {price: "n/a"}]),
      'timeChart needs numbers in price: got "n/a": read a CSV by {typed: true}, or write price::DOUBLE in SQL'
    ],
    [
      () => read({}, [{price: 1}, {price: new Date(0)}]).first("number", "y"),
      'timeChart needs numbers in price: got "1970-01-01T00:00:00.000Z": times are for x of timeChart'
    ],
    [
      () => read({x: "at"}, [{at: "2026-05-12 10:00"}, {at: "9/22/2026"}]),
      'timeChart needs times in at: got "9/22/2026": give dates, epoch milliseconds, or text as in 2026-05-12T10:00:00Z'
    ],
    [() => read({}, "a,b"), 'timeChart takes rows, as sql gives them: got string "a,b"'],
    [
      () => read({}, {name: "a.csv", mimeType: "text/csv"}),
      "timeChart takes rows, as sql gives them: got an object with name, mimeType: a file has to be read first, such as by .csv({typed: true})"
    ],
    [() => oneOf("timeChart", "draw", "bar", ["line", "step"]), 'timeChart has no draw "bar": there are line, step']
  ])("says what is wrong, and what was probably meant: %#", (act, message) => expect(act).toThrow(new Error(message)));

  it("takes any iterable, and none", () => {
    expect(read({}, new Set(rows)).rows).toEqual(rows);
    expect(read({}, []).columns).toEqual([]);
  });
});

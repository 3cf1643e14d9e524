import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {columns} from "../../loaders/rows/columns.js";
import {type EntryResult, readEntry} from "../../loaders/rows/entry.js";

const numberColumns = columns.filter(({type}) => type === "DOUBLE").map(({name}) => name);
const read = (entry: unknown) => readEntry(entry);

function rowOf(entry: unknown): Extract<EntryResult, {row: unknown}> {
  const result = read(entry);
  if (!("row" in result)) throw new Error(`rejected: ${result.reason}`);
  return result;
}

describe("readEntry(entry)", () => {
  it("has the row's columns in the authority's order", () => {
    expect(Object.keys(rowOf({priceFeedId: 1}).row)).toEqual(columns.map(({name}) => name));
  });

  it("gives null for every column that is missing or null, without a coercion", () => {
    const nulls = Object.fromEntries(columns.map(({name}) => [name, null]));
    expect(rowOf({priceFeedId: 7})).toEqual({row: {...nulls, priceFeedId: 7}, extra: null, coercions: []});
    expect(rowOf({...nulls, priceFeedId: "7"})).toEqual({row: {...nulls, priceFeedId: 7}, extra: null, coercions: []});
  });

  it("reads text where numbers are usual and the reverse", () => {
    const {row, coercions} = rowOf({priceFeedId: "1", price: 8063953748222, exponent: "-8", marketSession: 5});
    expect(row).toMatchObject({priceFeedId: 1, price: 8063953748222, exponent: -8, marketSession: "5"});
    expect(coercions).toEqual([]);
  });

  it("books a value that can not take its column's type", () => {
    const entry = JSON.parse(
      '{"priceFeedId":1,"price":"NaN","bestBidPrice":1e400,"exponent":true,"marketSession":{"a":1},"feedUpdateTimestamp":"soon","emaPrice":""}'
    );
    const {row, coercions} = rowOf(entry);
    expect(Object.values(row).filter((value) => value !== null)).toEqual([1]);
    expect(Object.fromEntries(coercions.map(({columnName, value}) => [columnName, value]))).toEqual({
      price: '"NaN"',
      bestBidPrice: '"Infinity"',
      exponent: "true",
      marketSession: '{"a":1}',
      emaPrice: '""',
      feedUpdateTimestamp: '"soon"'
    });
  });

  it("keeps extra fields, __proto__ among them, and lets them change no column", () => {
    const {row, extra} = rowOf(JSON.parse('{"priceFeedId":1,"venue":"x","__proto__":{"price":5},"tags":[1,null]}'));
    expect(row.price).toBeNull();
    expect(extra).toBe('{"venue":"x","__proto__":{"price":5},"tags":[1,null]}');
  });

  it.each([
    [null, "entry is no object: null"],
    [5, "entry is no object: 5"],
    ["text", 'entry is no object: "text"'],
    [[{priceFeedId: 1}], 'entry is no object: [{"priceFeedId":1}]'],
    [{}, "priceFeedId is missing"],
    [{priceFeedId: null}, "priceFeedId is null"],
    [{priceFeedId: -1}, "priceFeedId is negative: -1"],
    [{priceFeedId: 1.5}, "priceFeedId is fractional: 1.5"],
    [{priceFeedId: "abc"}, 'priceFeedId is no number: "abc"'],
    [{priceFeedId: true}, "priceFeedId is no number: true"],
    [{priceFeedId: "9007199254740993"}, 'priceFeedId is above 2^53 and so not exact: "9007199254740993"']
  ])("rejects %j and keeps it", (entry, reason) => {
    expect(read(entry)).toEqual({reason, entry: JSON.stringify(entry)});
  });

  it.each([
    [999, true],
    [1000, false],
    [500_000, false]
  ])("takes an extra field of %i levels: %s, and keeps of a deeper one what stays too deep", (levels, taken) => {
    const result = read(JSON.parse(`{"priceFeedId":7,"x":${"[".repeat(levels)}1${"]".repeat(levels)}}`));
    if (taken) expect(result).toMatchObject({row: {priceFeedId: 7}, extra: expect.stringContaining("[1]")});
    else {
      const reason = "entry is nested deeper than 1000 levels";
      const entry = `{"priceFeedId":7,"x":${"[".repeat(1000)}${levels === 1000 ? 1 : '"…"'}${"]".repeat(1000)}}`;
      expect(result).toEqual({reason, entry});
      expect(read(JSON.parse(entry))).toEqual(result);
    }
  });

  it.each([
    [1000, true],
    [1001, false]
  ])("takes a session of %i characters: %s", (length, taken) => {
    const marketSession = "x".repeat(length);
    const {row, coercions} = rowOf({priceFeedId: 7, marketSession});
    expect(row.marketSession).toBe(taken ? marketSession : null);
    expect(coercions).toEqual(taken ? [] : [{columnName: "marketSession", value: JSON.stringify(marketSession)}]);
  });

  it("gives exactly one row or one reject for any JSON value whatsoever", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), anyEntry()), (entry) => {
        const result = read(entry);
        expect("row" in result).not.toBe("reason" in result);
        if (!("row" in result)) return;
        for (const {name, type} of columns) expect([name, kindFits(result.row[name], type)]).toEqual([name, true]);
      }),
      {numRuns: 2000}
    );
  });

  it("reads the text and the number spelling of a value as the same row", () => {
    const value = fc.oneof(fc.double({noNaN: true, noDefaultInfinity: true}), fc.maxSafeInteger());
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...numberColumns, "feedUpdateTimestamp"), value), (numbers) => {
        const texts = Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)]));
        expect(rowOf({...texts, priceFeedId: "12"}).row).toEqual(rowOf({...numbers, priceFeedId: 12}).row);
      }),
      {numRuns: 2000}
    );
  });
});

function anyEntry(): fc.Arbitrary<unknown> {
  const name = fc.oneof(fc.constantFrom(...columns.map(({name}) => name), "__proto__", "toString"), fc.string());
  const value = fc.oneof(fc.jsonValue(), fc.double(), fc.double().map(String), fc.maxSafeInteger());
  return fc
    .tuple(fc.oneof(fc.nat(), fc.nat().map(String), fc.jsonValue()), fc.array(fc.tuple(name, value)))
    .map(([priceFeedId, fields]) => Object.fromEntries([...fields, ["priceFeedId", priceFeedId]]));
}

function kindFits(value: unknown, type: string): boolean {
  if (value === null) return true;
  return type === "VARCHAR" ? typeof value === "string" : typeof value === "number" && Number.isFinite(value);
}

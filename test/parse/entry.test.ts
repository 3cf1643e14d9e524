import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {columns} from "../../loaders/parse/columns.js";
import {type EntryResult, quickRow, readEntry} from "../../loaders/parse/entry.js";

const numberColumns = columns.filter(({type}) => type === "DOUBLE").map(({name}) => name);

function rowOf(entry: unknown): Extract<EntryResult, {row: unknown}> {
  const result = readEntry(entry);
  if (!("row" in result)) throw new Error(`rejected: ${result.reason}`);
  return result;
}

describe("readEntry(entry)", () => {
  it("gives null for every column that is missing or null, without a coercion", () => {
    const nulls = Object.fromEntries(columns.map(({name}) => [name, null]));
    expect(rowOf({priceFeedId: 7})).toEqual({row: {...nulls, priceFeedId: 7}, extra: null, coercions: []});
    expect(rowOf({...nulls, priceFeedId: "7"})).toEqual({row: {...nulls, priceFeedId: 7}, extra: null, coercions: []});
  });

  it("lists a value that does not fit its column's type, and makes it null", () => {
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
    [null, "entry is not an object: null"],
    [[{priceFeedId: 1}], 'entry is not an object: [{"priceFeedId":1}]'],
    [{}, "priceFeedId is missing"],
    [{priceFeedId: null}, "priceFeedId is null"],
    [{priceFeedId: -1}, "priceFeedId is negative: -1"],
    [{priceFeedId: 1.5}, "priceFeedId is fractional: 1.5"],
    [{priceFeedId: "abc"}, 'priceFeedId is not a number: "abc"'],
    [{priceFeedId: "9007199254740993"}, 'priceFeedId is above 2^53 and so not exact: "9007199254740993"']
  ])("rejects %j, and keeps it", (entry, reason) => {
    expect(readEntry(entry)).toEqual({reason, entry: JSON.stringify(entry)});
  });

  it.each([
    [999, true],
    [1000, false],
    [500_000, false]
  ])(
    "takes an extra field of %i levels: %s, and cuts a deeper entry at the first level that is too deep",
    (levels, taken) => {
      const result = readEntry(JSON.parse(`{"priceFeedId":7,"x":${"[".repeat(levels)}1${"]".repeat(levels)}}`));
      if (taken) expect(result).toMatchObject({row: {priceFeedId: 7}, extra: expect.stringContaining("[1]")});
      else {
        const reason = "entry is nested deeper than 1000 levels";
        const entry = `{"priceFeedId":7,"x":${"[".repeat(1000)}${levels === 1000 ? 1 : '"…"'}${"]".repeat(1000)}}`;
        expect(result).toEqual({reason, entry});
        expect(readEntry(JSON.parse(entry))).toEqual(result);
      }
    }
  );

  it.each([
    [1000, true],
    [1001, false]
  ])("takes a session of %i characters: %s", (length, taken) => {
    const marketSession = "x".repeat(length);
    const {row, coercions} = rowOf({priceFeedId: 7, marketSession});
    expect(row.marketSession).toBe(taken ? marketSession : null);
    expect(coercions).toEqual(taken ? [] : [{columnName: "marketSession", value: JSON.stringify(marketSession)}]);
  });

  it("reads a number and its text as the same row", () => {
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

function byShortCut(entry: unknown): EntryResult | null {
  const quick = quickRow(entry, 0);
  if (quick === null) return null;
  const {entryIndex: _, extra, ...row} = quick;
  return {row, extra, coercions: []};
}

describe("quickRow(entry, entryIndex)", () => {
  it("gives the row of readEntry, or leaves the entry to it", () => {
    let taken = 0;
    fc.assert(
      fc.property(entry(), (made) => {
        const result = byShortCut(made);
        if (result === null) return;
        taken += 1;
        expect(result).toEqual(readEntry(made));
      }),
      {numRuns: 20_000}
    );
    expect(taken).toBeGreaterThan(1000);
  }, 120_000);
});

// Unusual values are rare, so that many entries have none.
function entry(): fc.Arbitrary<Record<string, unknown>> {
  const digits = fc.oneof(
    fc.maxSafeInteger().map(String),
    fc.bigInt({min: -(10n ** 20n), max: 10n ** 20n}).map(String)
  );
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.double().map(String),
    fc.constantFrom("-0", "007", "+1", " 1", "1e3", "0x1")
  );
  const kinds = {
    BIGINT: fc.oneof({weight: 30, arbitrary: fc.nat()}, {weight: 1, arbitrary: odd}),
    DOUBLE: fc.oneof(
      {weight: 30, arbitrary: fc.oneof(digits, fc.integer(), fc.constant(null))},
      {weight: 1, arbitrary: odd}
    ),
    VARCHAR: fc.oneof({weight: 30, arbitrary: fc.string()}, {weight: 1, arbitrary: odd}),
    TIMESTAMP: fc.oneof({weight: 30, arbitrary: fc.integer({min: 1e14, max: 1e15})}, {weight: 1, arbitrary: odd})
  };
  const fields = Object.fromEntries(columns.map(({name, type}) => [name, kinds[type]]));
  const extra = fc.oneof(
    {weight: 9, arbitrary: fc.constant({})},
    {weight: 1, arbitrary: fc.dictionary(fc.string(), odd)},
    {weight: 1, arbitrary: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.constant(null)))}
  );
  return fc
    .tuple(fc.record(fields, {requiredKeys: ["priceFeedId"]}), extra)
    .map(([usual, more]) => ({...usual, ...more}));
}

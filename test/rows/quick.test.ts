import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {makeBatch} from "../../loaders/rows/batch.js";
import {columns} from "../../loaders/rows/columns.js";
import {readEntry} from "../../loaders/rows/entry.js";
import {readEnvelope} from "../../loaders/rows/envelope.js";
import {quickRow} from "../../loaders/rows/quick.js";
import {rowAt} from "../helpers/rows.js";
import {recorded} from "../helpers/store.js";

const inFull = (entry: unknown) => readEntry(entry);

function byShortCut(entry: unknown): unknown {
  const batch = makeBatch(2);
  for (const i of [0, 1]) {
    if (!quickRow(entry, i, batch)) {
      expect(batch.length).toBe(i); // what it left unfinished does not count
      return null;
    }
  }
  expect([...batch.entryIndexes]).toEqual([0, 1]);
  expect(rowAt(batch, 1)).toEqual(rowAt(batch, 0));
  expect(batch.extras[1]).toBe(batch.extras[0]);
  return {row: rowAt(batch, 1), extra: batch.extras[1], coercions: []};
}

describe("quickRow(entry, entryIndex, batch)", () => {
  it("takes entries as the service sends them", () => {
    for (const entry of readEnvelope(recorded).entries) expect(byShortCut(entry)).toEqual(inFull(entry));
  });

  it("gives the same row as `readEntry`, or leaves the entry to it", () => {
    let taken = 0;
    fc.assert(
      fc.property(entry(), (made) => {
        const result = byShortCut(made);
        if (result === null) return;
        taken += 1;
        expect(result).toEqual(inFull(made));
      }),
      {numRuns: 20_000}
    );
    expect(taken).toBeGreaterThan(1000);
  }, 120_000);

  it.each(columns)("takes $name, alone with the id", ({name}) => {
    const made = {priceFeedId: 1, [name]: name === "marketSession" ? "closed" : 1.7e15};
    expect(byShortCut(made)).toEqual(inFull(made));
    expect(byShortCut(made)).toMatchObject({row: made});
  });

  it("takes extra fields of text, true, false and null", () => {
    const made = JSON.parse(
      '{"priceFeedId":1,"venue":"x\\ud800","halted":false,"note":null,"__proto__":"y","toString":"z"}'
    );
    expect(byShortCut(made)).toEqual(inFull(made));
    expect(byShortCut(made)).toMatchObject({extra: expect.stringContaining('"__proto__":"y","toString":"z"')});
  });

  it.each<[string, Record<string, unknown>]>([
    ["an extra number, which is kept as it is written", {priceFeedId: 1, size: 1}],
    ["an extra object", {priceFeedId: 1, venue: {size: 1}}],
    ["__proto__ as a field with an object", JSON.parse('{"priceFeedId":1,"__proto__":{"price":1}}')],
    ["text that is no integer", {priceFeedId: 1, price: "1.5"}],
    ["a session that is too long", {priceFeedId: 1, marketSession: "x".repeat(1001)}],
    ["an empty text", {priceFeedId: 1, price: ""}],
    ["a lone minus", {priceFeedId: 1, price: "-"}],
    ["milliseconds", {priceFeedId: 1, feedUpdateTimestamp: 1778594100000}],
    ["an id as text", {priceFeedId: "1"}],
    ["an entry that is no object", null as never],
    ["an array", [1] as never]
  ])("leaves %s to the full reader", (_name, made) => expect(byShortCut(made)).toBeNull());
});

// Mostly usual values, so that many entries have none that is not.
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

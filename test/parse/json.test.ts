import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  excessOf,
  hasLongNumbers,
  parseExact,
  pickJson,
  sourceOf,
  toJson,
  writeSources
} from "../../loaders/parse/json.js";

describe("toJson(value)", () => {
  it.each([null, 1, -0.5, "x", true, [], {}, [1, [2, {a: null}]], {a: {b: []}}, "\u0000<b>"])("writes %j", (value) =>
    expect(JSON.parse(toJson(value))).toEqual(value)
  );

  it("keeps an infinite number as text", () => {
    expect(toJson(JSON.parse('{"a":[1e400,-1e400]}'))).toBe('{"a":["Infinity","-Infinity"]}');
  });

  it.each([
    ['"\\ud800"', '"\ufffd"'],
    ['{"\\udfff":["a\\ud83dz"]}', '{"\ufffd":["a\ufffdz"]}'],
    ['"\\\\ud800"', '"\\\\ud800"'],
    ['"\\ud83d\\ude00"', '"😀"']
  ])("writes half a surrogate pair as the replacement character: %s", (text, expected) =>
    expect(toJson(JSON.parse(text))).toBe(expected)
  );
});

describe("pickJson(object, keep)", () => {
  it("gives null where nothing is kept", () => expect(pickJson({a: 1}, () => false)).toBeNull());

  it("keeps __proto__ as a field", () => {
    expect(pickJson(JSON.parse('{"__proto__":{"x":1},"b":2}'), () => true)).toBe('{"__proto__":{"x":1},"b":2}');
  });
});

const written = (text: string) => writeSources(JSON.stringify(parseExact(text)));

describe("parseExact(text)", () => {
  it.each([
    "18446744073709551615",
    "-9007199254740993",
    "1e400",
    "-1E+400",
    "1e-400",
    "0.12345678901234567890",
    '{"a":[1,{"b":12345678901234567890}],"c":"12345678901234567890"}',
    '["\\\\","\\"",99999999999999999999,"\\\\\\"1e400"]',
    "{}"
  ])("keeps %s as written", (text) => expect(written(text)).toBe(text));

  it("parses any other JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(written(text))).toEqual(JSON.parse(text));
      })
    );
  });

  it("is not deceived by a long text, deep nesting or a wide array", () => {
    const text = `[${"[".repeat(50_000)}1e999${"]".repeat(50_000)},"${'\\"'.repeat(200_000)}",${"1,".repeat(200_000)}2]`;
    expect(sourceOf((parseExact(text) as unknown[]).at(-1))).toBe(2);
  });
});

describe("hasLongNumbers(text)", () => {
  it.each([
    ['{"a":18446744073709551615}', true],
    ['{"a": -9007199254740993}', true],
    ['{"a":0.12345678901234567}', true],
    ["[1,1e400]", true],
    ['{"a":1778594100000000,"b":"18446744073709551615","c":"1e5","d":0.5}', false]
  ])("says of %s: %j", (text, long) => expect(hasLongNumbers(text)).toBe(long));
});

describe("excessOf(text, {depth, values})", () => {
  it.each<[string, number, "depth" | null]>([
    ["", 0, null],
    ["[]", 0, "depth"],
    ["[]", 1, null],
    ['{"a":[{}]}', 2, "depth"],
    ['{"a":[{}]}', 3, null],
    ["[[],[],[]]", 2, null],
    ['["[[[["]', 1, null],
    ['["\\"[[[["]', 1, null],
    ['["\\\\",[[]]]', 2, "depth"],
    ['["[[[[', 1, null],
    ["]]]][[", 1, null]
  ])("%j, a depth of %i: %j", (text, depth, excess) => expect(excessOf(text, {depth, values: 100})).toBe(excess));

  it.each<[string, number, "values" | null]>([
    ["1", 0, null],
    ["[1,2,3]", 3, null],
    ["[1,2,3]", 2, "values"],
    ['["1,2,3"]', 1, null],
    ["[{},{}]", 4, null],
    ["[{},{}]", 3, "values"]
  ])("%j, %i values: %j", (text, values, excess) => expect(excessOf(text, {depth: 100, values})).toBe(excess));
});

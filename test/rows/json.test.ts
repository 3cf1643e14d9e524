import {describe, expect, it} from "vitest";
import {pickJson, toJson} from "../../loaders/rows/json.js";

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

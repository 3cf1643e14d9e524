import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {parseExact, toJson, writeSources} from "../../loaders/parse/json.js";

describe("toJson(value)", () => {
  it.each([
    ['[null,1,-0.5,true,{"a":{"b":[]}},"\\u0000<b>"]', '[null,1,-0.5,true,{"a":{"b":[]}},"\\u0000<b>"]'],
    ['{"a":[1e400,-1e400]}', '{"a":["Infinity","-Infinity"]}'],
    ['"\\ud800"', '"\ufffd"'],
    ['{"\\udfff":["a\\ud83dz"]}', '{"\ufffd":["a\ufffdz"]}'],
    ['"\\ud83d\\ude00"', '"😀"']
  ])("writes %s", (text, expected) => expect(toJson(JSON.parse(text))).toBe(expected));
});

const written = (text: string) => writeSources(JSON.stringify(parseExact(text)));

describe("parseExact(text)", () => {
  it.each([
    "-9007199254740993",
    "-1E+400",
    "1e-400",
    "0.12345678901234567890",
    '{"a":[1,{"b":12345678901234567890}],"c":"12345678901234567890"}',
    '["\\\\","\\"",99999999999999999999,"\\\\\\"1e400"]'
  ])("keeps %s as written", (text) => expect(written(text)).toBe(text));

  it("parses any other JSON as JSON.parse does", () => {
    const isSame = (text: string) => void expect(JSON.parse(written(text))).toEqual(JSON.parse(text));
    fc.assert(fc.property(fc.json(), isSame));
  });
});

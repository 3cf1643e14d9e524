import {describe, expect, it} from "vitest";
import {splitRoots} from "../../../loaders/load/files/roots.js";

async function split(text: string, {size = 1000, most = Infinity} = {}): Promise<string[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const found: string[] = [];
  for await (const {body, place} of splitRoots(chunks(), most)) found.push(`${place} ${body}`);
  return found;
}

describe("splitRoots(text, most)", () => {
  it.each<[string, string, string[]]>([
    ["lines", '{"a":1}\n\n{"b":"}{\\""}\r\n{"c":3}', ['1 {"a":1}', '3 {"b":"}{\\""}', '4 {"c":3}']],
    [
      "glued values",
      '{"a":"\\""}{"b":2} {"c":3},\n{"d":[{}]}',
      ['1 {"a":"\\""}', '1.2 {"b":2}', '1.3 {"c":3}', '2 {"d":[{}]}']
    ],
    ["an array", '[\n  {"a":1},\n  {"b":[2]}\n]\n', ['2 {"a":1}', '3 {"b":[2]}']],
    ["an array on a line", '[{"a":1},{"b":2}]', ['1 {"a":1}', '1.2 {"b":2}']],
    ["texts", '"{\\"a\\":1}"\n"x"', ['1 "{\\"a\\":1}"', '2 "x"']],
    ["joined files with byte order marks", '{"a":1}\n\uFEFF{"b":1}', ['1 {"a":1}', '2 {"b":1}']],
    [
      "lines of something else",
      '{}\n<html>\n[12:00] {"a":1}\n{"b":1}\n',
      ["1 {}", "2 <html>", '3 12:00] {"a":1}', '4 {"b":1}']
    ],
    ["blank lines", " \n\r\n", ["1 "]]
  ])("splits %s, wherever chunks end", async (_, text, expected) => {
    for (const size of [1000, 3, 1]) expect(await split(text, {size})).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['{"a":\n<html>\n{"b":{}}\n', ['1 {"a":\n<html>', '3 {"b":{}}']],
    ['{"p":[{"a":1},\n{"e":1}\n{"f":1}\n', ['1 {"p":[{"a":1},', '2 {"e":1}', '3 {"f":1}']],
    ['{"a":1}\n{"b":', ['1 {"a":1}', '2 {"b":']],
    ['{\n  "a": "17\n    "c": {\n    }\n  }\n}\n{\n  "d": 1\n}', ['1 {\n  "a": "17', '7 {\n  "d": 1\n}']]
  ])("cuts a value without an end where the next one begins: %j", async (text, expected) => {
    for (const size of [1000, 3, 1]) expect(await split(text, {size})).toEqual(expected);
  });

  it.each(["1234567", '{"a":123', '{"a":1}\n {"b":123', "{\n12345\n"])(
    "refuses a piece that is too long: %j",
    async (text) => {
      await expect(split(text, {most: 6, size: 4})).rejects.toThrow(/^a body is longer than 6 bytes: raise service/);
      await expect(split(text, {most: 8})).resolves.toBeDefined();
    }
  );

  it("stops cutting values that never end before the time becomes quadratic", async () => {
    const found = await split('{"a":\n'.repeat(100_000), {size: 2 ** 16});
    expect(found.length).toBeLessThan(100);
    expect(found[1]).toBe('2 {"a":');
  });
});

import {expect, it} from "vitest";
import {nearest} from "../../src/format/nearest.js";

it.each([
  ["Chanel", ["channel", "formats"], "channel"],
  ["retrys", ["retries", "rows"], "retries"],
  ["fro", ["for"], "for"],
  ["ids", ["symbols"], null],
  ["bananas", ["channel", "formats"], null]
])("nearest(%j, %j) is %j", (word, names, expected) => expect(nearest(word, names)).toBe(expected));

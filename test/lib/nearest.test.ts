import {expect, it} from "vitest";
import {nearest} from "../../src/lib/nearest.js";

it.each([
  ["chnge", ["rate", "change"], "change"],
  ["PRICE", ["price"], "price"],
  ["sym", ["symbol"], "symbol"],
  ["x", ["symbol"], null]
])("nearest(%s, %j) is %s", (word, names, meant) => expect(nearest(word, names)).toBe(meant));

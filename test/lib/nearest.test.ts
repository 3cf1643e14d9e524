import {expect, it} from "vitest";
import {nearest} from "../../src/lib/nearest.js";

it.each([
  ["chnge", ["rate", "change"], "change"],
  ["pirce", ["publishedAt", "price"], "price"],
  ["emaPrice", ["ema", "price"], null],
  ["PRICE", ["price"], "price"],
  ["sym", ["symbol"], "symbol"],
  ["x", ["symbol"], null]
])("nearest(%s, %j) is %s", (word, names, meant) => expect(nearest(word, names)).toBe(meant));

import {describe, expect, it} from "vitest";
import {z} from "zod";
import {address, group, list, text, whole, word, yesNo} from "../../loaders/config/kinds.js";

/** What a schema says is allowed instead of a value; null if it takes it. */
function allowed(schema: z.ZodType, value: unknown): string | null {
  const {error} = schema.safeParse(value);
  return error ? (error.issues[0]?.message ?? "") : null;
}

describe("group(shape)", () => {
  const pair = group({a: yesNo, b: yesNo.optional()});

  it.each([
    [{a: true}, null],
    [{a: true, c: 1}, "a, b"],
    [[], "an object of a, b"],
    [null, "an object of a, b"],
    [{}, "true, false"]
  ])("of %j: %j", (value, message) => expect(allowed(pair, value)).toBe(message));
});

describe("whole(from, to)", () => {
  const message = "a whole number from 1 to 9";

  it.each([
    [1, null],
    [9, null],
    [0, message],
    [10, message],
    [1.5, message],
    ["1", message],
    [Number.NaN, message]
  ])("of %j: %j", (value, told) => expect(allowed(whole(1, 9), value)).toBe(told));
});

describe("word(words)", () => {
  it.each([
    ["s", null],
    ["S", "s, ms"],
    [undefined, "s, ms"]
  ])("of %j: %j", (value, message) => expect(allowed(word(["s", "ms"]), value)).toBe(message));
});

describe("text(allowed)", () => {
  it("takes what is left without the spaces around it", () => expect(text("a path").parse(" a b ")).toBe("a b"));

  it.each(["", "  ", 1, null])("refuses %j", (value) => expect(text("a path").safeParse(value).success).toBe(false));
});

describe("list(item, allowed)", () => {
  const ids = list(z.number(), "feed ids");

  it.each([
    [[1, 2], null],
    [[], null],
    [[1, 1], "feed ids, without duplicates"],
    ["1", "feed ids"]
  ])("of %j: %j", (value, message) => expect(allowed(ids, value)).toBe(message));
});

describe("address.parse(text)", () => {
  it.each([
    ["https://prices.example", "https://prices.example"],
    ["https://prices.example/", "https://prices.example"],
    ["http://127.0.0.1:8787///", "http://127.0.0.1:8787"],
    ["https://proxy.example/pyth/eu/", "https://proxy.example/pyth/eu"],
    [" HTTPS://Prices.Example:443/A ", "https://prices.example/A"],
    ["http://[::1]:80/x", "http://[::1]/x"]
  ])("reads %j as %j", (text, expected) => {
    expect(address.parse(text)).toBe(expected);
  });

  it.each([
    ["", "an http or https address"],
    ["prices.example", "an http or https address"],
    ["ftp://prices.example", "an http or https address"],
    ["file:///etc/passwd", "an http or https address"],
    ["javascript:alert(1)", "an http or https address"],
    ["https://user:pass@prices.example", "an address without user and password (see FEEDBOOK_TOKEN)"],
    ["https://user@prices.example", "an address without user and password (see FEEDBOOK_TOKEN)"],
    ["https://prices.example/?key=1", "an address without ? and #"],
    ["https://prices.example/#top", "an address without ? and #"],
    [7, "an http or https address"]
  ])("refuses %j: allowed is %j", (text, allowed) => {
    expect(address.safeParse(text).error?.issues.map(({message}) => message)).toEqual([allowed]);
  });
});

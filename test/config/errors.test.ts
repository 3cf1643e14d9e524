import {describe, expect, it} from "vitest";
import {errorOf, messageOf, nearest, show} from "../../loaders/config/errors.js";

describe("messageOf(thrown)", () => {
  it.each<[unknown, string]>([
    [new TypeError("no such thing"), "no such thing"],
    ["text", "text"],
    [undefined, "undefined"]
  ])("%s: %j", (thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
    expect(errorOf(thrown).message).toBe(message);
  });
});

describe("show(value)", () => {
  it.each<[unknown, string]>([
    ["https://me:secret@host/x", '"https://***@host/x"'],
    ["https://me@host", '"https://***@host"'],
    ["https://me:sec/ret@host/x", '"https://***@host/x"'],
    ["https://me:sec@ret@host", '"https://***@host"'],
    ['https://me:sec"ret@host', '"https://***@host"'],
    ["https://me:sec?ret@host", '"https://***"'],
    ["https://host/?token=sec@ret", '"https://***"'],
    ["me:sec/ret@host", '"***@host"'],
    ["https:me:secret@host", '"***@host"'],
    ["host?token=secret", '"host?***"'],
    ["https://host/x#secret", '"https://host/x#***"'],
    ["https://me:sec#ret@host", '"https://***"'],
    ["secret@prices.example/x", '"***@prices.example/x"'],
    ["real_time secret@host", '"***@host"'],
    [["https://me:secret@host", "host?token=secret", 1], "[ 'https://***@host', 'host?***', 1 ]"],
    [{url: "me:it's secret@host"}, '{ url: "***@host" }']
  ])("hides the secrets in %j", (value, text) => expect(show(value)).toBe(text));

  it.each<[unknown, string]>([
    ["fixed_rate@100ms", '"fixed_rate@100ms"'],
    ["https://host/x", '"https://host/x"'],
    ["why?", '"why?"'],
    [["Crypto.BTC/USD", "real_time@x"], "[ 'Crypto.BTC/USD', 'real_time@x' ]"],
    [null, "null"],
    ["x".repeat(100), `"${"x".repeat(78)}…`]
  ])("shows %j, bounded", (value, text) => expect(show(value)).toBe(text));
});

describe("nearest(word, candidates)", () => {
  it.each([
    ["Chanel", ["channel", "formats"], "channel"],
    ["timeout", ["timeoutMs", "retries"], "timeoutMs"],
    ["retrys", ["retries", "rows"], "retries"],
    ["fro", ["for"], "for"],
    ["ids", ["symbols"], null],
    ["", ["a"], "a"],
    ["bananas", ["channel", "formats"], null],
    ["x", [], null]
  ])("finds %j among %j: %j", (word, candidates, expected) => expect(nearest(word, candidates)).toBe(expected));
});

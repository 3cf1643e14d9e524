import {describe, expect, it} from "vitest";
import {errorOf, messageOf, nearest, show} from "../../loaders/config/errors.js";

describe("messageOf(thrown)", () => {
  it.each<[unknown, string]>([
    [new TypeError("no such thing"), "no such thing"],
    ["text", "text"],
    [undefined, "undefined"],
    [null, "null"],
    [7, "7"]
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
    ["me:secret@host/x", '"***@host/x"'],
    ["me:sec/ret@host", '"***@host"'],
    ["https:me:secret@host", '"***@host"'],
    ["https://host/x?token=secret", '"https://host/x?***"'],
    ["host?token=secret", '"host?***"'],
    ["https://host/x#secret", '"https://host/x#***"'],
    ["https://host/#sec@ret", '"https://***"'],
    ["https://me:sec#ret@host", '"https://***"'],
    ["secret@host", '"***@host"'],
    ["secret@prices.example/x", '"***@prices.example/x"'],
    ["real_time secret@host", '"***@host"'],
    [["https://me:secret@host", "host?token=secret", 1], "[ 'https://***@host', 'host?***', 1 ]"],
    [{url: "me:it's secret@host"}, '{ url: "***@host" }']
  ])("hides the secrets of %j", (value, text) => {
    expect(show(value)).toBe(text);
  });

  it.each<[unknown, string]>([
    ["fixed_rate@100ms", '"fixed_rate@100ms"'],
    ["https://host/x", '"https://host/x"'],
    ["why?", '"why?"'],
    [["Crypto.BTC/USD", "real_time@x"], "[ 'Crypto.BTC/USD', 'real_time@x' ]"],
    [12, "12"],
    [null, "null"],
    ["", '""']
  ])("leaves %j as it is", (value, text) => {
    expect(show(value)).toBe(text);
  });

  it("bounds the text", () => {
    expect(show("x".repeat(100))).toBe(`"${"x".repeat(78)}…`);
  });
});

describe("nearest(word, candidates)", () => {
  it.each([
    ["chanel", ["channel", "formats"], "channel"],
    ["Channel", ["channel"], "channel"],
    ["timeout", ["timeoutMs", "retries"], "timeoutMs"],
    ["retrys", ["retries", "rows"], "retries"],
    ["ids", ["symbols"], null],
    ["", ["a"], "a"],
    ["bananas", ["channel", "formats"], null],
    ["x", [], null]
  ])("finds the candidate for %j among %j: %j", (word, candidates, expected) => {
    expect(nearest(word, candidates)).toBe(expected);
  });
});

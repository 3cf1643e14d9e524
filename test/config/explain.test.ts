import {describe, expect, it} from "vitest";
import {show} from "../../loaders/config/explain.js";

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

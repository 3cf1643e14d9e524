import {describe, expect, it} from "vitest";
import {show} from "../../loaders/config/errors.js";

describe("show(value)", () => {
  it.each<[unknown, string]>([
    ["https://me:secret@host/x", '"https://***@host/x"'],
    ["https://me:sec/ret@host/x", '"https://***@host/x"'],
    ["https://host/?token=sec@ret", '"https://***"'],
    ["me:sec/ret@host", '"***@host"'],
    ["host?token=secret", '"host?***"'],
    ["https://host/x#secret", '"https://host/x#***"'],
    [["https://me:secret@host", "host?token=secret", 1], "[ 'https://***@host', 'host?***', 1 ]"],
    [{url: "me:it's secret@host"}, '{ url: "***@host" }']
  ])("hides the secrets in %j", (value, text) => expect(show(value)).toBe(text));

  it.each<[unknown, string]>([
    ["fixed_rate@100ms", '"fixed_rate@100ms"'],
    [["Crypto.BTC/USD", "real_time@x"], "[ 'Crypto.BTC/USD', 'real_time@x' ]"],
    [null, "null"],
    ["x".repeat(100), `"${"x".repeat(78)}…`]
  ])("shows %j, bounded", (value, text) => expect(show(value)).toBe(text));
});

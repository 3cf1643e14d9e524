import {describe, expect, it} from "vitest";
import {address} from "../../loaders/config/kinds.js";

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
    ["https://user:pass@prices.example", "an address without user and password, which are set apart"],
    ["https://user@prices.example", "an address without user and password, which are set apart"],
    ["https://prices.example/?key=1", "an address without ? and #"],
    ["https://prices.example/#top", "an address without ? and #"],
    [7, "an http or https address"]
  ])("refuses %j: allowed is %j", (text, allowed) => {
    expect(address.safeParse(text).error?.issues.map(({message}) => message)).toEqual([allowed]);
  });
});

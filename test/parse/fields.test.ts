import {describe, expect, it} from "vitest";
import {readBody} from "../../loaders/parse/body.js";
import {watchFields} from "../../loaders/parse/fields.js";

describe("watchFields().see(endpoint, body, text, sample)", () => {
  it("parses the text of a body again only for a sample, or for a field that it has first", () => {
    const {see, seen} = watchFields();
    const textOf = (entry: object) => JSON.stringify({parsed: {priceFeeds: [entry]}});
    const body = readBody(textOf({priceFeedId: 1, price: "1"}));
    const kinds = () => [...(seen.get("price")?.get("price")?.kinds ?? [])];
    see("price", body, () => textOf({priceFeedId: 1, price: "1"}), false);
    expect(kinds()).toEqual(["text"]);
    see("price", body, () => "no JSON: it is not read", false);
    see("price", body, () => textOf({priceFeedId: 1, price: 1}), true);
    expect(kinds()).toEqual(["text", "number"]);
  });

  it("sees nothing in a body without rows", () => {
    const {see, seen} = watchFields();
    see("price", readBody('{"parsed":{"priceFeeds":[null,{"priceFeedId":-1,"venue":1}]}}'), () => "", true);
    expect(seen.size).toBe(0);
  });

  it("sees no more than a thousand fields of an endpoint, and shortens their names", () => {
    const {see, seen} = watchFields();
    const made = Object.fromEntries(Array.from({length: 1500}, (_, i) => [`${i}${"x".repeat(200)}`, 1]));
    const text = JSON.stringify({parsed: {priceFeeds: [{priceFeedId: 1, ...made}]}});
    see("price", readBody(text), () => text, true);
    const names = [...(seen.get("price")?.keys() ?? [])];
    expect(names).toHaveLength(1000);
    expect(Math.max(...names.map((name) => name.length))).toBe(100);
  });
});

// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedValues, sentAs} from "../../../src/components/feed/values.js";

const hostile = "<img src=x onerror=alert(1)>";
const cells = (table: Element): string[][] =>
  Array.from(table.querySelectorAll("tbody tr"), (row) =>
    Array.from(row.children, ({textContent}) => textContent ?? "")
  );

describe("sentAs(value, exponent)", () => {
  it.each([
    [112238.72331053, -8, "11223872331053 × 10⁻⁸"],
    [-8.07, -2, "−807 × 10⁻²"],
    [0, -5, "0 × 10⁻⁵"],
    [3000, 3, "3 × 10³"],
    [12, 0, "12 × 10⁰"],
    [2 ** 51, 0, "2251799813685248 × 10⁰"],
    [-(2 ** 51) - 1, 0, "≈ −2251799813685249 × 10⁰"],
    [8, -30, "≈ 8000000000000000000000000000000 × 10⁻³⁰"],
    [80660.00335, -12, "≈ 80660003350000000 × 10⁻¹²"]
  ])("of %d at %d is %s", (value, exponent, text) => expect(sentAs(value, exponent)).toBe(text));

  it.each([
    [null, -8],
    [1.5, null],
    [NaN, -8],
    [1e308, -308]
  ])("of %s at %s is a dash", (value, exponent) => expect(sentAs(value, exponent)).toBe("–"));
});

describe("feedValues(feed)", () => {
  it("has of a price feed each value as it is and as it was sent", () => {
    const feed = {
      ...{priceFeedId: 1, assetType: "crypto", exponent: -8, price: 80700.5, bid: 80700, confidence: 17.5},
      ...{publisherCount: 15, marketSession: "preMarket", publishedAt: "2026-05-12T14:00:00Z", rate: null}
    };
    const rows = cells(feedValues(feed));
    expect(rows[0]).toEqual(["Price", "80,700.50000000", "8070050000000 × 10⁻⁸"]);
    expect(rows[2]).toEqual(["Best ask", "–", "–"]);
    expect(rows.slice(6)).toEqual([
      ["Publishers", "15"],
      ["Session", "pre-market"],
      ["Published", "2026-05-12 14:00:00 UTC"],
      ["Feed’s own update", "–"]
    ]);
  });

  it("has of a funding feed its rate and calls its price a mark price", () => {
    const feed = {
      priceFeedId: 112,
      assetType: "funding-rate",
      exponent: -12,
      rate: 3.877e-5,
      price: 80641.1,
      ratedAt: 0
    };
    const rows = cells(feedValues(feed));
    expect(rows[0]).toEqual(["Funding rate, per interval", "0.003877 %", "38770000 × 10⁻¹²"]);
    expect(rows[1]?.[0]).toBe("Mark price");
    expect(rows[3]).toEqual(["Rate published", "1970-01-01 00:00:00 UTC"]);
    expect(rows.map(([label]) => label)).not.toContain("Best bid");
  });

  it("writes texts as text, and takes no feed", () => {
    const table = feedValues({priceFeedId: 1, marketSession: hostile});
    expect(table.querySelector("img")).toBeNull();
    expect(table.textContent).toContain(hostile);
    expect(cells(feedValues(undefined))).toEqual([]);
  });
});

// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {priceFigures} from "../../../src/components/prices/figures.js";

const told = (element: Element): Record<string, string> =>
  Object.fromEntries(
    Array.from(element.querySelectorAll("dl > div"), ({children}) =>
      Array.from(children, ({textContent}) => textContent ?? "").slice(0, 2)
    )
  );

describe("priceFigures(row, {exponent, range, zoom})", () => {
  it("has the last price, its change over the time shown, and the extremes, in the digits of the exponent", () => {
    const row = {
      last: 10.5,
      change: 0.05,
      low: 10,
      high: 11,
      confidenceBps: 2,
      publisherCount: 7,
      marketSession: "regular"
    };
    const element = priceFigures({...row, ageSeconds: 1}, {exponent: -2, range: "24h"});
    expect(told(element)).toMatchObject({
      Last: "10.50",
      Change: "+5.00 %",
      Low: "10.00",
      High: "11.00",
      Publishers: "7"
    });
    expect(element.textContent).toContain("over 24h");
    expect(element.querySelector("[data-tone=positive]")?.textContent).toBe("+5.00 %");
    expect(priceFigures(row, {zoom: []}).textContent).toContain("over the zoom");
  });

  it("has dashes for what is not known", () => {
    expect(new Set(Object.values(told(priceFigures())))).toEqual(new Set(["–"]));
  });
});

// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {spreadFigures} from "../../../src/components/spreads/figures.js";

const told = (element: Element): Record<string, string> =>
  Object.fromEntries(
    Array.from(element.querySelectorAll("dl > div"), ({children}) =>
      Array.from(children, ({textContent}) => textContent ?? "").slice(0, 2)
    )
  );

describe("spreadFigures(row)", () => {
  const row = {
    median: 1,
    p95: 2,
    confidences: 0.5,
    updates: 100,
    crossed: 3,
    locked: 0,
    crossedShare: 0.03,
    lockedShare: 0
  };

  it("has median and 95th percentile, and how often books were crossed or locked", () => {
    const element = spreadFigures({...row, sessions: ["regular"]});
    expect(told(element)).toEqual({
      Median: "1.00 bps",
      "95th percentile": "2.00 bps",
      "In confidences": "0.50 ×",
      Crossed: "3.00 %",
      Locked: "0 %"
    });
    expect(element.textContent).toContain("3\u00a0of\u00a0100 updates");
    expect(element.querySelectorAll("[data-tone=warn]")).toHaveLength(1);
  });

  it("has no share of a single update, and says that there are no books where there are none", () => {
    expect(told(spreadFigures({...row, updates: 1}))).toMatchObject({Crossed: "–", Locked: "–"});
    expect(spreadFigures().textContent).toContain("no books in open hours");
  });
});

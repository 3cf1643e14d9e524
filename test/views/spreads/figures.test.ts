// @vitest-environment jsdom
import {expect, it} from "vitest";
import {spreadFigures} from "../../../src/views/spreads/figures.js";
import {textsByTerm} from "../../charts/kit.js";

it("spreadFigures(row) has median, 95th percentile and the share of crossed and locked books, unless there is one update", () => {
  const row = {median: 1, p95: 2, confidences: 0.5, crossed: 3, locked: 0, crossedShare: 0.03, lockedShare: 0};
  const figures = (updates: number) => spreadFigures({...row, updates, sessions: ["regular"]});
  expect(Object.entries(textsByTerm(figures(100))).map(([name, text]) => `${name}: ${text.split(" | ")[0]}`)).toEqual([
    ...["Median: 1.00 bps", "95th percentile: 2.00 bps", "In confidences: 0.500 ×", "Crossed: 3.00 %", "Locked: 0 %"]
  ]);
  expect(figures(100).textContent).toContain("3\u00a0of\u00a0100 updates");
  expect(figures(100).querySelectorAll("[data-tone=warn]")).toHaveLength(1);
  expect(textsByTerm(figures(1))).toMatchObject({
    Crossed: expect.stringMatching(/^–/),
    Locked: expect.stringMatching(/^–/)
  });
  expect(spreadFigures().textContent).toContain("no books in open hours");
});

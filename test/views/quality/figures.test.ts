// @vitest-environment jsdom
import {expect, it} from "vitest";
import {qualityFigures} from "../../../src/views/quality/figures.js";
import {find, textsByTerm} from "../../charts/kit.js";

const one = {assetType: "crypto", feeds: 5, fresh: 2, stale: 1, quiet: 1, closed: 1, silent: 0, unknown: 0, never: 0};

it("qualityFigures(row, classes, {search}) counts received and missing updates, and stale feeds among open markets", () => {
  const counts = {share: 0.5, received: 1, expected: 2, asked: 3, hours: 4};
  const faults = {gaps: 2, longest: 120, rejected: 0, coercions: 7};
  const element = qualityFigures({...counts, ...faults}, [one, {...one, assetType: "fx"}], {search: "x"});
  expect(find(element, "p").textContent).toBe("10 feeds found:");
  expect(textsByTerm(element)).toEqual({
    Complete: "50.00 % | 1 of 2 requested updates; 3 of 4 hours of all feeds had requests",
    Gaps: "2 | longest gap 2 min",
    "Stale now": "2 | of 8 feeds with an open market and a known age",
    Rejected: "0 | entries with a readable feed id",
    Nulled: "7 | values that do not fit their column’s type"
  });
  expect(element.querySelectorAll("[data-tone=warn]")).toHaveLength(3);
});

// @vitest-environment jsdom
import {expect, it} from "vitest";
import {html} from "../../../src/ui/elements/dom.js";
import {statRow, toneOf} from "../../../src/ui/elements/stats.js";
import {find, told} from "../../charts/kit.js";

it("statRow(items) is a description list of labels, values and details, with their tone, and text as text", () => {
  const newest = {label: "Newest", value: html("b", {}, "12 s"), detail: "now"};
  const row = statRow(new Set([{label: "<i>", value: "<i>", tone: "warn" as const}, newest]));
  expect(told(row)).toEqual({"<i>": "<i>", Newest: "12 s | now"});
  expect([find(row, "[data-tone=warn]").textContent, row.querySelector("i"), find(row, "b").textContent]).toEqual([
    ...["<i>", null, "12 s"]
  ]);
});

it("toneOf(change) is its sign, and none of zero and of what is missing", () => {
  expect([0.01, -0.01, 0, null, undefined, NaN].map(toneOf)).toEqual(["positive", "negative", ...Array(4)]);
});

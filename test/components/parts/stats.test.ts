// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {html} from "../../../src/components/parts/dom.js";
import {statRow, toneOf} from "../../../src/components/parts/stats.js";

describe("statRow(items)", () => {
  it("is a description list of labels, values and details", () => {
    const row = statRow(
      new Set([
        {label: "Feeds", value: "45"},
        {label: "Newest", value: html("b", {}, "12 s"), detail: "now"}
      ])
    );
    expect([...row.querySelectorAll("dt")].map(({textContent}) => textContent)).toEqual(["Feeds", "Newest"]);
    expect([...row.querySelectorAll("dd")].map(({textContent}) => textContent)).toEqual(["45", "12 s", "now"]);
    expect(row.querySelector("dd b")).not.toBeNull();
  });

  it("marks a tone and keeps text as text", () => {
    const row = statRow([{label: "<b>", value: "<i>", tone: "warn"}]);
    expect(row.querySelector("[data-tone=warn]")?.textContent).toBe("<i>");
    expect(row.querySelector("b, i")).toBeNull();
  });
});

describe("toneOf(change)", () => {
  it.each([
    [0.01, "positive"],
    [-0.01, "negative"],
    [0, undefined],
    [null, undefined],
    [undefined, undefined],
    [NaN, undefined]
  ])("of %j is %s", (change, tone) => expect(toneOf(change)).toBe(tone));
});

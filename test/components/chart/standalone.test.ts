// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {standalone} from "../../../src/components/chart/standalone.js";
import {createView} from "../../../src/components/chart/view.js";
import {line} from "./track.js";

const options = {
  title: "BTC price",
  source: "Simulated data",
  series: [line([1, 2], {label: "Price"}), line([1, 2], {key: "b", label: "EMA", hidden: true})]
};
const texts = (picture: Element): (string | null)[] =>
  [...picture.querySelectorAll(":scope > text, :scope > g text")].map(({textContent}) => textContent);

describe("standalone(view, host)", () => {
  it("has the title, the visible series, the source and the time range", () => {
    const picture = standalone(createView(options), document.body);
    expect(texts(picture)).toEqual([
      "BTC price",
      "Price",
      "Simulated data · 1970-01-01 00:00 UTC to 1970-01-01 00:00 UTC"
    ]);
    expect(picture.querySelectorAll("[data-key]")).toHaveLength(1);
  });
});

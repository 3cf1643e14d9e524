// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {type Heat, heatChart} from "../../../src/components/quality/heat.js";

const heat: Heat = {
  title: "Heat",
  summary: "Two by three.",
  rows: ["Crypto.BTC/USD", "<b>x</b>"],
  columns: 3,
  ticks: [0, 1, 2].map((column) => ({column, text: `0${column}:00`})),
  cells: [
    {row: 0, column: 0, fill: "red", opacity: 0.5, title: "<i>first</i>"},
    {row: 1, column: 2, fill: "red", opacity: 1, title: "last"}
  ],
  key: [{fill: "red", opacity: 1, text: "all"}],
  header: ["row", "column"],
  data: [["a", 1]],
  empty: "nothing"
};
const pictureOf = (options: Partial<Heat> = {}) =>
  heatChart({...heat, width: 600, ...options}).querySelector(".fb-body svg");

describe("heatChart(heat)", () => {
  it("places each cell at its row and column, and says what it is as text", () => {
    const picture = pictureOf();
    const [first, last] = [...(picture?.querySelectorAll("rect:has(title)") ?? [])].map((rect) => ({
      x: Number(rect.getAttribute("x")),
      y: Number(rect.getAttribute("y")),
      text: rect.textContent
    }));
    expect([first?.y, last?.y]).toEqual([1, 17]);
    const width = Number(picture?.getAttribute("width"));
    expect((width - Number(first?.x)) / 3).toBeCloseTo((width - Number(last?.x)) / 1, 1);
    expect([first?.text, last?.text]).toEqual(["<i>first</i>", "last"]);
    expect(picture?.querySelector("b, i")).toBeNull();
    expect(picture?.getAttribute("aria-label")).toBe("Heat. Two by three.");
  });

  it("shortens labels from the left where there is little room, and no label runs into the one before", () => {
    const texts = [...(pictureOf({width: 240, rows: ["Equity.US.VERYLONGNAME/USD"]})?.querySelectorAll("text") ?? [])];
    expect(texts[0]?.textContent).toMatch(/^….*NAME\/USD$/);
    const many = {columns: 90, ticks: Array.from({length: 90}, (_, column) => ({column, text: "00:00"}))};
    const places = [...(pictureOf(many)?.querySelectorAll("text[text-anchor=middle]") ?? [])].map((text) =>
      Number(text.getAttribute("x"))
    );
    expect(places.length).toBeGreaterThan(5);
    expect(Math.min(...places.slice(1).map((x, i) => x - (places[i] ?? 0)))).toBeGreaterThan(30);
  });

  it("has all labels where they are slanted", () => {
    const picture = pictureOf({slanted: true});
    expect(picture?.querySelectorAll("text[transform*=rotate]")).toHaveLength(3);
  });

  it("says that there is nothing", () => {
    const chart = heatChart({...heat, rows: [], cells: [], data: []});
    expect(chart.querySelector(".fb-body svg text")?.textContent).toBe("nothing");
    expect(chart.querySelector<HTMLElement>(".fb-body")?.style.height).toBe("80px");
  });
});

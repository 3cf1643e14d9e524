// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {type Heat, heatChart} from "../../../src/components/heat/classes.js";
import {paintedIn} from "./cells.js";

const heat: Heat = {
  title: "Heat",
  summary: "Two by three.",
  rows: ["Crypto.BTC/USD", "<b>x</b>"],
  columns: 3,
  columnName: (column) => `0${column}:00`,
  none: "nothing here",
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
  it("paints each cell at its row and column, and says what it shows", () => {
    const chart = heatChart({...heat, width: 600});
    const [first, last, ...others] = paintedIn(chart);
    expect([first?.y, last?.y, others]).toEqual([0, 16, []]);
    expect((600 - Number(first?.x)) / 3).toBeCloseTo(600 - Number(last?.x), 1);
    expect([first?.opacity, last?.opacity]).toEqual([0.5, 1]);
    expect(chart.querySelector("b, i")).toBeNull();
    expect(pictureOf()?.getAttribute("aria-label")).toBe("Heat. Two by three.");
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

  it("tells each cell to the keyboard and the pointer, also one that has nothing, as text", () => {
    const chart = heatChart({...heat, width: 600});
    const surface = chart.querySelector<HTMLElement>(".fb-body [role=slider]");
    const told = (): (string | null | undefined)[] => [
      surface?.getAttribute("aria-valuetext"),
      chart.querySelector(".fb-legend .fb-heat-readout")?.textContent
    ];
    const press = (...keys: string[]) => {
      for (const key of keys) surface?.dispatchEvent(new KeyboardEvent("keydown", {key, cancelable: true}));
      return told();
    };
    expect([surface?.tabIndex, surface?.getAttribute("aria-label")]).toEqual([0, "Cell of Heat"]);
    surface?.dispatchEvent(new FocusEvent("focus"));
    expect(told()).toEqual(Array(2).fill("Crypto.BTC/USD, 02:00: nothing here"));
    expect(press("Home", "ArrowUp")).toEqual(Array(2).fill("<i>first</i>"));
    expect(press("ArrowDown", "End", "ArrowRight")).toEqual(["last", "last"]);
    expect([surface?.getAttribute("aria-valuenow"), surface?.getAttribute("aria-valuemax")]).toEqual(["5", "5"]);
    surface?.dispatchEvent(new FocusEvent("blur"));
    expect(chart.querySelector(".fb-heat-readout")?.textContent).toContain("arrow keys");
    surface?.dispatchEvent(Object.assign(new Event("pointermove"), {offsetX: 590, offsetY: 20}));
    expect(told()).toEqual(["last", "last"]);
    expect(Number.parseFloat(chart.querySelector<HTMLElement>(".fb-heat-cursor")?.style.left ?? "")).toBeGreaterThan(
      400
    );
    surface?.dispatchEvent(Object.assign(new Event("pointermove"), {offsetX: 590, offsetY: 40}));
    expect(chart.querySelector<HTMLElement>(".fb-heat-cursor")?.hidden).toBe(true);
    expect(chart.querySelector("i, b")).toBeNull();
  });

  it("says that there is nothing", () => {
    expect(heatChart({...heat, rows: [], cells: [], data: []}).querySelector("[role=slider]")).toBeNull();
    const chart = heatChart({...heat, rows: [], cells: [], data: []});
    expect(chart.querySelector(".fb-body svg text")?.textContent).toBe("nothing");
    expect(chart.querySelector<HTMLElement>(".fb-body")?.style.height).toBe("80px");
  });
});

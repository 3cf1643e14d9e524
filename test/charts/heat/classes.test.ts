// @vitest-environment jsdom
import {afterEach, expect, it, vi} from "vitest";
import {type Heat, heatChart} from "../../../src/charts/heat/classes.js";
import {textWidth} from "../../../src/ui/elements/dom.js";
import {attributes, find, paintedIn, texts, textsIn} from "../kit.js";

const heat: Heat = {
  ...{title: "Heat", summary: "Two by three.", rows: ["Crypto.BTC/USD", "<b>x</b>"], columns: 3, width: 600},
  columnName: (column) => `0${column}:00`,
  none: "nothing here",
  ticks: [0, 1, 2].map((column) => ({column, text: `0${column}:00`})),
  cells: [
    {row: 0, column: 0, fill: "red", opacity: 0.5, title: "<i>first</i>"},
    {row: 1, column: 2, fill: "red", opacity: 1, title: "last"}
  ],
  key: [{fill: "red", opacity: 1, text: "all"}],
  ...{header: ["row", "column"], data: [["a", 1]], empty: "nothing"}
};
afterEach(() => vi.unstubAllGlobals());

const pictureOf = (options: Partial<Heat>) => find(heatChart({...heat, ...options}), ".fb-body svg");

it("heatChart(heat) paints each cell at its row and column, and tells each, also one that has nothing, as text", () => {
  const chart = heatChart(heat);
  const [first, last, ...others] = paintedIn(chart);
  expect([first?.y, last?.y, others, first?.opacity, last?.opacity]).toEqual([0, 16, [], 0.5, 1]);
  expect((600 - Number(first?.x)) / 3).toBeCloseTo(600 - Number(last?.x), 1);
  expect(find(chart, ".fb-body svg").getAttribute("aria-label")).toBe("Heat. Two by three.");
  const none = (row: string, column: number) => `${row}, 0${column}:00: nothing here`;
  expect(textsIn(chart)).toEqual([
    ...["<i>first</i>", none("Crypto.BTC/USD", 1), none("Crypto.BTC/USD", 2)],
    ...[none("<b>x</b>", 0), none("<b>x</b>", 1), "last"]
  ]);
  expect(chart.querySelector("b, i")).toBeNull();
});

it("heatChart(heat) shortens labels from the left where there is little room, and no label runs into the one before", () => {
  expect(texts(pictureOf({width: 240, rows: ["Equity.US.VERYLONGNAME/USD"]}), "text")[0]).toMatch(/^….*NAME\/USD$/);
  const ticks = Array.from({length: 90}, (_, column) => ({column, text: "00:00"}));
  const places = attributes(pictureOf({columns: 90, ticks}), "text[text-anchor=middle]", "x").map(Number);
  expect(places.length).toBeGreaterThan(5);
  expect(Math.min(...places.slice(1).map((x, i) => x - (places[i] ?? 0)))).toBeGreaterThan(30);
  const [first] = [{column: 0, text: "2026-01-23 18:30 GMT+5:30"}];
  const narrow = pictureOf({columns: 24, rows: ["A"], ticks: [first]});
  const [x] = attributes(narrow, "text[text-anchor=middle]", "x").map(Number);
  expect(x).toBeGreaterThanOrEqual(textWidth(first.text) / 2 - 0.01);
  const long = [0, 1, 2].map((column) => ({column, text: "a name of some length"}));
  const slanted = (width: number) => texts(pictureOf({slanted: true, width, ticks: long}), "text[transform*=rotate]");
  expect([slanted(300).length, slanted(900).length]).toEqual([3, 0]); // only where they would not fit
});

it.each([
  [900, 40],
  [300, 90]
])("heatChart({slanted: true, width: %d}) turns labels by %d°, and so none touches the next", (width, angle) => {
  const names = Array.from({length: 13}, (_, column) => ({column, text: `a long name ${column}`}));
  const picture = pictureOf({slanted: true, width, columns: 13, ticks: names});
  const turns = attributes(picture, "text[transform*=rotate]", "transform");
  const [first = 0, second = 0] = turns.map((turn) => Number(/\((\d+)/.exec(turn ?? "")?.[1]));
  expect(turns.map((turn) => Number(/rotate\(-(\d+)/.exec(turn ?? "")?.[1]))).toEqual(names.map(() => angle));
  expect((second - first) * Math.sin((angle * Math.PI) / 180)).toBeGreaterThan(11); // a line of text
});

it.each([240, 2000])(
  "heatChart(heat) leaves half of %d px to cells, however long names are, and parts groups",
  (width) => {
    const long = (name: string) => name.repeat(50);
    const rows = ["a", "b", "c"].map(long);
    const cells = [0, 1, 2].map((row) => ({row, column: 0, fill: "red", opacity: 1, title: "x"}));
    const [first, second, third] = paintedIn(
      heatChart({...heat, width, rows, cells, groups: ["BTC", "BTC", "ETH"].map(long)})
    );
    expect(first?.x).toBeLessThanOrEqual(width / 2);
    expect([first?.y, second?.y, third?.y]).toEqual([0, 16, 37]);
  }
);

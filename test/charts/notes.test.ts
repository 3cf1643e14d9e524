// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import type {ChartOptions} from "../../src/charts/model.js";
import {standalone} from "../../src/charts/picture.js";
import {csv, tableOf} from "../../src/charts/save.js";
import {timeChart} from "../../src/charts/time.js";
import {createView, rangeOf, savedTracks} from "../../src/charts/view.js";
import {find, line, pointer, press, rowsOf, texts} from "./kit.js";

const notes = [
  {at: "1970-01-01T00:00:02.500Z", text: "=a <b>note</b>"},
  {at: new Date(4000), text: `${"x".repeat(28)}12,345`}
];
const levels = [
  {value: 2, text: "two"},
  {value: 99, text: "far"}
];
const spans = [{from: 500, until: new Date(1500), text: "upkeep"}];
const options = {title: "Noted", width: 640, formatValue: String, series: [line([1, 2, 3, 2, 1, 2])]};

// An iterable that can be read only once.
function* once<Value>(values: Iterable<Value>): Generator<Value> {
  yield* values;
}
const draw = (marked: ChartOptions = {notes: once(notes), levels: once(levels), spans: once(spans)}, rest = {}) => {
  const chart = timeChart({...options, ...marked, ...rest});
  document.body.replaceChildren(chart);
  return chart;
};
const words = (chart: Element) => find(chart, "svg[role=img]").getAttribute("aria-label") ?? "";

describe("timeChart({notes, levels, spans})", () => {
  it("draws their texts as text, cuts long ones before a number, and names a level outside the axis at its edge", () => {
    const chart = draw();
    const drawn = ["=a <b>note</b>", `${"x".repeat(28)}…`, "two", "↑ far", "upkeep"];
    expect(texts(chart, ".fb-body svg text")).toEqual(expect.arrayContaining(drawn));
    expect(texts(chart, ".fb-body svg text")).not.toContain("100"); // the axis fits the line
    const saved = standalone(createView({...options, notes, levels, spans}), chart);
    expect(texts(saved, "text")).toEqual(expect.arrayContaining(drawn));
  });

  it("puts the texts of spans of one time above one another, and above a level at the bottom", () => {
    const spans = ["one", "two"].map((text) => ({from: 0, until: 4000, text}));
    const chart = draw({spans, levels: [{value: 1, text: "least"}]});
    const heights = Array.from(chart.querySelectorAll(".fb-body svg text"), (text) => [
      text.textContent,
      text.getAttribute("y")
    ]);
    const [one = NaN, two = NaN, least = NaN] = ["one", "two", "least"].map((text) =>
      Number(new Map(heights as [string, string][]).get(text))
    );
    expect([two < one - 10, one < least - 10]).toEqual([true, true]);
  });

  it("puts the text of a level where no line runs through it", () => {
    const placeOf = (values: number[]) => {
      const chart = draw({levels: [{value: 2, text: "two"}]}, {series: [line(values)]});
      const text = Array.from(chart.querySelectorAll(".fb-body svg text")).find((each) => each.textContent === "two");
      const x = Number(text?.getAttribute("x"));
      return x < 10 ? "left" : x > 500 ? "right" : "between";
    };
    const [low, over, all, ends] = [
      [1, 1, 1, 3, 3],
      [2.1, 1.9, 2.1, 3, 3],
      [2.1, 1.9, 2.1, 1.9],
      [2.1, 1.9, 3, 3, 3, 3, 3, 1.9, 2.1]
    ];
    expect([low, over, all, ends].map((values = []) => placeOf(values))).toEqual(["left", "right", "left", "between"]);
  });

  it("reads them by the key N, and lists them in words, table and saved rows", () => {
    const chart = draw();
    const surface = find(chart, ".fb-surface");
    const read = (key: string) => {
      press(surface, key);
      return [surface.getAttribute("aria-valuetext"), texts(chart, ".fb-value").at(-1)];
    };
    const first = ["1970-01-01 00:00:00.500 UTC", "upkeep, until 1970-01-01 00:00:01.500 UTC"];
    expect([read("n"), read("n"), read("N")]).toEqual([
      first,
      ["1970-01-01 00:00:02.500 UTC", "=a <b>note</b>"],
      first
    ]);
    expect(find(chart, "[aria-live]").textContent).toContain("upkeep");
    expect(words(chart)).toContain("3 notes: 1970-01-01 00:00 UTC upkeep");
    expect(words(chart)).toContain("Level at 2: two. Level at 99: far.");
    find(chart, "button[aria-expanded]").click();
    expect(rowsOf(chart)).toContain("1970-01-01 00:00:02.500 UTC | 3 | =a <b>note</b>");
    const view = createView({...options, notes});
    const {header, rows} = tableOf(savedTracks(view), rangeOf(view));
    expect(csv(header, rows)).toContain("1970-01-01T00:00:02.500Z,,'=a <b>note</b>\r\n");
  });

  it.each([
    [{notes: [{at: "soon", text: ""}]}, "notes[0].at is not a time: soon."],
    [{spans: [{from: 2000, until: 1000, text: ""}]}, "spans[0] ends before it starts: 1970-01-01 00:00:01 UTC"],
    [{levels: [{value: NaN, text: ""}]}, "levels[0].value is not a number: NaN"]
  ])("rejects %j", (wrong, message) => expect(() => draw(wrong)).toThrow(message));

  it("hatches a gap, and shows the command that loads it on a click or by Enter, until Escape", () => {
    const gap = {from: 1000, until: 3000, text: "gap of 2 s", hatched: true, command: "load <b>history"};
    const chart = draw({spans: [gap]});
    const surface = find(chart, ".fb-surface");
    expect(chart.querySelectorAll("svg[role=img] > g > svg > path")).toHaveLength(1);
    const click = (x: number) => {
      pointer(surface, "down", x);
      surface.dispatchEvent(new MouseEvent("click", {clientX: x}));
      return chart.querySelector(".fb-spot code")?.textContent;
    };
    expect([click(5), click(250)]).toEqual([undefined, "load <b>history"]);
    press(find(chart, ".fb-spot"), "Escape");
    expect([chart.querySelector(".fb-spot"), document.activeElement]).toEqual([null, surface]);
    press(surface, "N");
    press(surface, "Enter");
    expect(find(chart, ".fb-spot code").textContent).toBe("load <b>history");
  });

  it("shows the detail of a point on a click, tap or Enter, its nearest line first, and none on a double click", async () => {
    vi.useFakeTimers();
    const asked: unknown[] = [];
    const detail: ChartOptions["detail"] = async ({at, candleMs, series}) => {
      asked.push([at, candleMs, ...series.map(({key}) => key)]);
      return Object.assign(document.createElement("i"), {textContent: "raw"});
    };
    const series = [line([1, 2, 3, 2, 1, 2], {key: "low"}), line([7, 8, 9, 8, 7, 8], {key: "high"})];
    const chart = document.body.appendChild(draw({detail}, {series}));
    const surface = find(chart, ".fb-surface");
    const click = (pointerType: string, y: number) => {
      pointer(surface, "down", 250, {pointerType, y});
      const event = new MouseEvent("click", {clientX: 250, clientY: y});
      surface.dispatchEvent(Object.assign(event, {pointerType}));
    };
    const answer = async () => {
      await vi.advanceTimersByTimeAsync(1000);
      return asked.splice(0);
    };
    click("mouse", 300);
    click("mouse", 300);
    surface.dispatchEvent(new MouseEvent("dblclick"));
    expect(await answer()).toEqual([]);
    click("mouse", 300);
    expect(await answer()).toEqual([[2000, null, "low", "high"]]);
    find(chart, ".fb-ruler").click();
    click("touch", 40);
    expect(await answer()).toEqual([]);
    find(chart, ".fb-ruler").click();
    surface.focus();
    click("touch", 40);
    expect(await answer()).toEqual([[2000, null, "high", "low"]]);
    expect([find(chart, ".fb-spot i").textContent, texts(chart, ".fb-value")]).toEqual(["raw", ["3", "9"]]);
    press(find(chart, ".fb-spot"), "Escape");
    press(surface, "Enter");
    expect(await answer()).toEqual([[2000, null, "low", "high"]]);
    vi.useRealTimers();
  });
});

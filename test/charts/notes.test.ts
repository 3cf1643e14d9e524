// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {standalone} from "../../src/charts/picture.js";
import {csv, tableOf} from "../../src/charts/save.js";
import {timeChart} from "../../src/charts/time.js";
import {createView, rangeOf, savedTracks} from "../../src/charts/view.js";
import {find, line, press, rowsOf, texts} from "./kit.js";

const notes = [
  {at: "1970-01-01T00:00:02.500Z", text: "=a <b>note</b>"},
  {at: new Date(4000), text: "x".repeat(50)}
];
const levels = [
  {value: 2, text: "two"},
  {value: 99, text: "far"}
];
const spans = [{from: 500, until: new Date(1500), text: "upkeep"}];
const options = {
  title: "Noted",
  width: 640,
  formatValue: String,
  series: [line([1, 2, 3, 2, 1, 2])],
  notes,
  levels,
  spans
};
// Also what can be read only once.
function* once<Value>(values: Iterable<Value>): Generator<Value> {
  yield* values;
}
const chart = () => {
  const made = timeChart({...options, notes: once(notes), levels: once(levels), spans: once(spans)});
  document.body.replaceChildren(made);
  return made;
};

describe("a time chart with notes, levels and spans", () => {
  it("draws them with their texts as text, cut if long, and names a level outside its axis at the edge", () => {
    const made = chart();
    const shown = texts(made, ".fb-body svg text");
    expect(shown).toEqual(expect.arrayContaining(["=a <b>note</b>", `${"x".repeat(31)}…`, "two", "↑ far", "upkeep"]));
    expect(made.querySelector("b")).toBeNull();
    expect(shown).not.toContain("100"); // the axis fits the line
    expect(texts(standalone(createView(options), made), "text")).toEqual(
      expect.arrayContaining(["=a <b>note</b>", "two"])
    );
  });

  it("reaches notes and starts of spans by N, says them, and has them in its words, its table and its rows", async () => {
    const made = chart();
    const surface = find(made, ".fb-surface");
    const said = () => [surface.getAttribute("aria-valuetext"), texts(made, ".fb-value").at(-1)];
    press(surface, "n");
    expect(said()).toEqual(["1970-01-01 00:00:00.500 UTC", "upkeep, until 1970-01-01 00:00:01.500 UTC"]);
    press(surface, "n");
    expect(said()).toEqual(["1970-01-01 00:00:02.500 UTC", "=a <b>note</b>"]);
    expect(find(made, "[aria-live]").textContent).toContain("=a <b>note</b>");
    press(surface, "N");
    expect(said()[1]).toMatch(/^upkeep/);
    const words = find(made, "svg[role=img]").getAttribute("aria-label") ?? "";
    expect(words).toContain("3 notes: 1970-01-01 00:00 UTC upkeep");
    expect(words).toContain("Level at 2: two. Level at 99: far.");
    find(made, "button[aria-expanded]").click();
    await vi.waitFor(() => expect(rowsOf(made)).toContain("1970-01-01 00:00:02.500 UTC | 3 | =a <b>note</b>"));
    const view = createView(options);
    const {header, rows} = tableOf(savedTracks(view), rangeOf(view));
    expect(csv(header, rows)).toContain("1970-01-01T00:00:02.500Z,,'=a <b>note</b>\r\n");
  });

  it("leaves a text that is missing empty, and has no text of a span where it starts at a note", () => {
    const none = null as unknown as string;
    const made = timeChart({
      ...options,
      notes: [
        {at: 500, text: "up"},
        {at: 2000, text: none}
      ],
      levels: [{value: 2, text: none}],
      spans: [
        {from: 500, until: 501, text: "upkeep"},
        {from: 3000, until: 4000, text: none}
      ]
    });
    const words = find(made, "svg[role=img]").getAttribute("aria-label") ?? "";
    expect(words).toContain("UTC up; upkeep, until 1970-01-01 00:00:00.501 UTC; ");
    expect(words).toContain("Level at 2.");
    expect(`${words} ${made.textContent}`).not.toContain("null");
    const shown = texts(made, ".fb-body svg text");
    expect([shown.includes("up"), shown.some((text) => text.includes("upkeep"))]).toEqual([true, false]);
  });

  it("reads the last value, and not a note after it, and shows the notes alone where there is no value", () => {
    const late = timeChart({
      ...options,
      title: "Late",
      domain: [0, 9000],
      notes: [{at: 8500, text: "late"}],
      spans: []
    });
    expect(find(late, ".fb-clock").textContent).toBe("1970-01-01 00:00:05 UTC");
    const empty = timeChart({...options, title: "Empty", series: [line([NaN, NaN])]});
    expect(texts(empty, ".fb-body svg text")).toContain("no values in this range");
  });

  it.each([
    [{notes: [{at: "soon", text: ""}]}, "notes[0].at is no time: soon."],
    [{spans: [{from: 0, until: NaN, text: ""}]}, "spans[0].until is no time: NaN."],
    [{spans: [{from: 2000, until: 1000, text: ""}]}, "spans[0] ends before it starts: 1970-01-01 00:00:01 UTC"],
    [{levels: [{value: NaN, text: ""}]}, "levels[0].value is no number: NaN"]
  ])("says which has no place: %j", (wrong, message) => {
    expect(() => timeChart({...options, ...wrong})).toThrow(message);
  });
});

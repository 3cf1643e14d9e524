// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {read} from "../../../src/components/chart/cursor.js";
import {legend, onWidth} from "../../../src/components/chart/shell.js";
import {html} from "../../../src/components/parts/dom.js";
import {attributes, find, line, tellWidths, texts} from "../kit.js";

afterEach(() => vi.unstubAllGlobals());

it("onWidth(element, callback) tells whole widths, once each, and not of hidden elements, nor where none are told", () => {
  const widths = vi.fn();
  onWidth(document.body, widths);
  const tell = tellWidths();
  onWidth(document.body, widths);
  for (const width of [300.4, 300.9, 0, 512]) tell[0]?.(width);
  expect(widths.mock.calls).toEqual([[300], [512]]);
});

const tracks = [line([1, 2], {label: "<b>Price"}), line([3, 4], {key: "b", label: "EMA"})];

describe("legend(element, tracks, widest, actions)", () => {
  it("has a button per series, its value, and room for the longest value", () => {
    const element = html("div");
    const shown = legend(element, tracks, [12, 500], {toggle: vi.fn(), emphasise: vi.fn()});
    const readings = tracks.slice(0, 1).map((track) => read(track, 1000, String));
    shown.update("12:00 EDT", readings, new Set(["b"]));
    expect(texts(element, ".fb-clock, .fb-entry")).toEqual(["12:00 EDT", "<b>Price2", "EMA"]);
    expect(attributes(element, "button", "aria-pressed")).toEqual(["true", "false"]);
    expect(attributes(element, ".fb-value", "style")).toEqual(["min-width: 12ch;", "min-width: 40ch;"]);
  });

  it("tells what is pressed, pointed at and left", () => {
    const [toggle, emphasise] = [vi.fn(), vi.fn()];
    const element = html("div");
    legend(element, tracks, [1, 1], {toggle, emphasise});
    const button = find(element, ".fb-entry:last-child button");
    button.click();
    for (const type of ["pointerenter", "pointerleave", "focus", "blur"]) button.dispatchEvent(new Event(type));
    expect([toggle.mock.calls.join(), emphasise.mock.calls.flat()]).toEqual(["b", ["b", null, "b", null]]);
  });
});

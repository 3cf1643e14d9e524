// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {read} from "../../src/charts/cursor.js";
import {legend} from "../../src/charts/shell.js";
import {html} from "../../src/ui/elements/dom.js";
import {attributes, line, texts} from "./kit.js";

afterEach(() => vi.unstubAllGlobals());

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
});

// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {read} from "../../../src/components/chart/cursor.js";
import {legend, onWidth, shell} from "../../../src/components/chart/shell.js";
import {find} from "./pointer.js";
import {line} from "./track.js";

describe("shell", () => {
  afterEach(() => vi.unstubAllGlobals());

  describe("shell(title, height)", () => {
    it("is a figure whose caption is its title and whose body has its height", () => {
      const {figure, body} = shell("<b>BTC", 240);
      expect(figure.firstElementChild?.tagName).toBe("FIGCAPTION");
      expect(figure.firstElementChild?.innerHTML).toBe("&lt;b&gt;BTC");
      expect(body.style.height).toBe("240px");
    });
  });

  describe("onWidth(element, callback)", () => {
    it("tells whole widths, once each, and not of hidden elements", () => {
      let resize = (_: number): void => {};
      class Observer {
        constructor(callback: (entries: {contentRect: {width: number}}[]) => void) {
          resize = (width) => callback([{contentRect: {width}}]);
        }
        observe(): void {}
      }
      vi.stubGlobal("ResizeObserver", Observer);
      const widths = vi.fn();
      onWidth(document.body, widths);
      for (const width of [300.4, 300.9, 0, 512]) resize(width);
      expect(widths.mock.calls).toEqual([[300], [512]]);
    });

    it("does nothing without ResizeObserver", () => {
      expect(() => onWidth(document.body, vi.fn())).not.toThrow();
    });
  });
});

const tracks = [line([1, 2], {label: "<b>Price"}), line([3, 4], {key: "b", label: "EMA"})];

describe("legend(element, tracks, widest, actions)", () => {
  it("has a button per series, its value, and room for the longest value", () => {
    const element = document.createElement("div");
    const shown = legend(element, tracks, [12, 5], {toggle: vi.fn(), emphasise: vi.fn()});
    shown.update(
      "12:00 EDT",
      tracks.slice(0, 1).map((track) => read(track, 1000, String)),
      new Set(["b"])
    );
    expect(find(element, ".fb-clock").textContent).toBe("12:00 EDT");
    const entries = [...element.querySelectorAll(".fb-entry")];
    expect(entries.map((entry) => entry.textContent)).toEqual(["<b>Price2", "EMA"]);
    expect(entries.map((entry) => find(entry, "button").getAttribute("aria-pressed"))).toEqual(["true", "false"]);
    expect(entries.map((entry) => find(entry, ".fb-value").style.minWidth)).toEqual(["12ch", "5ch"]);
  });

  it("tells what is pressed, pointed at and left", () => {
    const [toggle, emphasise] = [vi.fn(), vi.fn()];
    const element = document.createElement("div");
    legend(element, tracks, [1, 1], {toggle, emphasise});
    const button = find(element, ".fb-entry:last-child button");
    button.click();
    for (const type of ["pointerenter", "pointerleave", "focus", "blur"]) button.dispatchEvent(new Event(type));
    expect(toggle.mock.calls).toEqual([["b"]]);
    expect(emphasise.mock.calls).toEqual([["b"], [null], ["b"], [null]]);
  });
});

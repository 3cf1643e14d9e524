// @vitest-environment jsdom
import {afterEach, describe, expect, it, vi} from "vitest";
import {onWidth, shell} from "../../../src/components/chart/shell.js";

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

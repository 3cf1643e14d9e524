// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {helpMenu} from "../../../src/components/chart/help.js";

describe("helpMenu(title)", () => {
  it("says how to zoom, move, read and reset, and names its button", () => {
    const menu = helpMenu("BTC price");
    expect(menu.querySelector("summary")?.getAttribute("aria-label")).toBe("How to zoom and read BTC price");
    expect([...menu.querySelectorAll("dt")].map(({textContent}) => textContent)).toEqual([
      "Zoom",
      "Move",
      "Read",
      "Reset"
    ]);
    expect(menu.querySelector("dd")?.textContent).toContain("Ctrl or ⌘ + scroll");
  });
});

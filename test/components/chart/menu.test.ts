// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {helpMenu, saveMenu} from "../../../src/components/chart/menu.js";
import {svg} from "../../../src/components/parts/dom.js";
import {find, press} from "./pointer.js";

describe("menu", () => {
  const names: string[] = [];
  const chart = {name: () => "BTC/USD", picture: () => svg("svg"), table: () => "a\r\n"};
  const create = (saveable = chart): HTMLDetailsElement => {
    const menu = saveMenu("BTC", saveable);
    if (!(menu instanceof HTMLDetailsElement)) throw new Error("no details element");
    menu.open = true;
    document.body.replaceChildren(menu);
    return menu;
  };
  const choose = (menu: Element, label: string): void =>
    [...menu.querySelectorAll("button")].find(({textContent}) => textContent === label)?.click();

  beforeEach(() => {
    names.length = 0;
    URL.createObjectURL = () => "blob:a";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  describe("saveMenu(title, chart)", () => {
    it("saves as SVG and CSV, then closes and gives the focus back", async () => {
      const menu = create();
      choose(menu, "SVG picture");
      await vi.waitFor(() => expect(names).toEqual(["btc-usd.svg"]));
      choose(menu, "CSV data");
      await vi.waitFor(() => expect(names).toEqual(["btc-usd.svg", "btc-usd.csv"]));
      expect(menu.open).toBe(false);
      expect(document.activeElement).toBe(menu.querySelector("summary"));
    });

    it("says why a file cannot be made, and stays open", async () => {
      const broken = {
        ...chart,
        table: (): string => {
          throw new Error("no rows to save");
        }
      };
      const menu = create(broken);
      choose(menu, "CSV data");
      await vi.waitFor(() => expect(find(menu, "[role=status]").textContent).toBe("no rows to save"));
      expect(menu.open).toBe(true);
      expect(names).toEqual([]);
    });

    it("closes on Escape without resetting the chart, and when the focus moves on", () => {
      const menu = create();
      const heard = vi.fn();
      document.body.addEventListener("keydown", heard, {once: true});
      press(find(menu, "button"), "Escape");
      expect([menu.open, heard.mock.calls.length]).toEqual([false, 0]);
      menu.open = true;
      menu.dispatchEvent(new FocusEvent("focusout", {relatedTarget: find(menu, "button")}));
      expect(menu.open).toBe(true);
      menu.dispatchEvent(new FocusEvent("focusout", {relatedTarget: document.body}));
      expect(menu.open).toBe(false);
    });

    it("has a name", () => {
      expect(find(create(), "summary").getAttribute("aria-label")).toBe("Save BTC");
    });
  });
});

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

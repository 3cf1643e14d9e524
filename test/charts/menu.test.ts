// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {saveMenu} from "../../src/charts/menu.js";
import {svg} from "../../src/ui/elements/dom.js";
import {find, press, texts} from "./kit.js";

describe("saveMenu(title, chart)", () => {
  const names: string[] = [];
  let table = () => "a\r\n";
  let menu: HTMLDetailsElement;
  const choose = (place: number) => find(menu, `button:nth-of-type(${place})`).click();

  beforeEach(() => {
    names.length = 0;
    URL.createObjectURL = () => "blob:a";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const chart = {name: () => "BTC/USD", picture: () => svg("svg"), table: () => table()};
    document.body.replaceChildren(saveMenu("BTC", chart));
    menu = find<HTMLDetailsElement>(document, "details");
    menu.open = true;
  });
  afterEach(() => vi.restoreAllMocks());

  it("has a name, saves as SVG and CSV, then closes and gives the focus back", async () => {
    expect(find(menu, "summary").getAttribute("aria-label")).toBe("Save BTC");
    expect(texts(menu, "button")).toEqual(["SVG picture", "PNG picture", "CSV data"]);
    choose(1);
    await vi.waitFor(() => expect(names).toEqual(["btc-usd.svg"]));
    choose(3);
    await vi.waitFor(() => expect(names).toEqual(["btc-usd.svg", "btc-usd.csv"]));
    expect([menu.open, document.activeElement]).toEqual([false, find(menu, "summary")]);
  });

  it("says why a file cannot be made, and stays open", async () => {
    table = () => {
      throw new Error("no rows to save");
    };
    choose(3);
    await vi.waitFor(() => expect(find(menu, "[role=status]").textContent).toBe("no rows to save"));
    expect([menu.open, names]).toEqual([true, []]);
  });

  it("closes on Escape without resetting the chart, and when the focus moves on", () => {
    const heard = vi.fn();
    document.body.addEventListener("keydown", heard, {once: true});
    press(find(menu, "button"), "Escape");
    expect([menu.open, heard.mock.calls.length]).toEqual([false, 0]);
    menu.open = true;
    const open = [find(menu, "button"), document.body].map((relatedTarget) => {
      menu.dispatchEvent(new FocusEvent("focusout", {relatedTarget}));
      return menu.open;
    });
    expect(open).toEqual([true, false]);
  });
});

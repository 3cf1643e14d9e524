// @vitest-environment jsdom
import {afterEach, beforeEach, expect, it, vi} from "vitest";
import {chartMenu} from "../../src/charts/menu.js";
import {svg} from "../../src/ui/elements/dom.js";
import {find, texts} from "./kit.js";

const names: string[] = [];
const table = () => "a\r\n";
let menu: HTMLDetailsElement;
const choose = (place: number) => find(menu, `button:nth-of-type(${place})`).click();

beforeEach(() => {
  names.length = 0;
  URL.createObjectURL = () => "blob:a";
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const chart = {name: () => "BTC/USD", picture: () => svg("svg"), table: () => table()};
  document.body.replaceChildren(chartMenu("BTC", chart));
  menu = find<HTMLDetailsElement>(document, "details");
  menu.open = true;
});
afterEach(() => vi.restoreAllMocks());

it("chartMenu(title, chart) saves as SVG and CSV, then closes and returns the focus", async () => {
  expect(find(menu, "summary").getAttribute("aria-label")).toBe("Menu of BTC");
  expect(texts(menu, "button")).toEqual(["Save SVG picture", "Save PNG picture", "Save CSV data", "Copy link"]);
  choose(1);
  await vi.waitFor(() => expect(names).toEqual(["btc-usd.svg"]));
  choose(3);
  await vi.waitFor(() => expect(names).toEqual(["btc-usd.svg", "btc-usd.csv"]));
  expect([menu.open, document.activeElement]).toEqual([false, find(menu, "summary")]);
});

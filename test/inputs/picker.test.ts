// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import type {Feed} from "../../src/duckdb/sql/opening.js";
import {feedPicker} from "../../src/inputs/picker.js";
import * as kit from "../charts/kit.js";
import {attributes, find, texts} from "../charts/kit.js";

const usual: Feed[] = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", group: "crypto"},
  {priceFeedId: 2, symbol: "Crypto.ETH/USD", name: "<b>Ether</b>", group: "crypto"},
  {priceFeedId: 327, symbol: "FX.EUR/USD", name: "Euro", group: "fx"},
  {priceFeedId: 9, symbol: null, name: null, group: null}
];
let picker: ReturnType<typeof feedPicker>;
let [input, list] = [document.createElement("input"), document.createElement("div")];
const onPick = vi.fn<(ids: number[]) => void>();
const press = (...keys: string[]) => keys.map((key) => kit.press(input, key));
const type = (text: string) => {
  input.focus();
  kit.type(picker.element, text);
};
const active = () => texts(list, ".fb-active span").join();
const chips = () => texts(picker.element, ".fb-chip");
const drop = (name: string) => find(picker.element, `[aria-label='Remove ${name}']`).click();

function make(options: {feeds?: Feed[]; value?: number[]; multiple?: boolean} = {}): void {
  const {feeds = usual, value = [1], ...rest} = options;
  picker = feedPicker(feeds, {label: "Feed", value, onPick, ...rest});
  document.body.replaceChildren(picker.element);
  input = find<HTMLInputElement>(picker.element, "input");
  list = find<HTMLDivElement>(picker.element, "[role=listbox]");
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  onPick.mockClear();
  make();
});

describe("feedPicker(feeds, {label, value, onPick})", () => {
  it("shows the pick, and the list by group when it has the focus, the pick the one that Enter takes", () => {
    make({value: [2]});
    const state = () => [input.value, list.hidden, input.getAttribute("aria-expanded")];
    expect(state()).toEqual(["Crypto.ETH/USD", true, "false"]);
    input.focus();
    expect(state()).toEqual(["Crypto.ETH/USD", false, "true"]);
    expect(attributes(list, "[role=group]", "aria-label")).toEqual(["crypto", "fx", "other"]);
    expect(texts(list, ".fb-group, .fb-option").join(", ")).toBe(
      "crypto, Crypto.BTC/USDBitcoin1, Crypto.ETH/USD<b>Ether</b>2, fx, FX.EUR/USDEuro327, other, feed 9"
    );
    expect(attributes(list, ".fb-option", "aria-selected")).toEqual(["false", "true", "false", "false"]);
    expect([active(), list.querySelector("b")]).toEqual(["Crypto.ETH/USD", null]);
  });

  it("moves with the arrows, around the ends, and says so", () => {
    input.focus();
    const visited = ["ArrowUp", "ArrowDown", "ArrowDown"].map((key) => {
      press(key);
      expect(input.getAttribute("aria-activedescendant")).toBe(find(list, ".fb-active").id);
      return active();
    });
    expect(visited).toEqual(["feed 9", "Crypto.BTC/USD", "Crypto.ETH/USD"]);
    expect(list.querySelectorAll(".fb-active")).toHaveLength(1);
    press("Enter");
    expect(onPick).toHaveBeenCalledWith([2]);
    press("ArrowDown");
    expect([list.hidden, active()]).toEqual([false, "Crypto.ETH/USD"]);
  });

  it("takes the feed whose id is typed before others that contain it", () => {
    make({feeds: [112, 12, 2].map((priceFeedId) => ({priceFeedId, symbol: "X", group: "crypto"})), value: [112]});
    for (const id of ["2", "12"]) {
      type(id);
      press("Enter");
    }
    expect(onPick.mock.calls).toEqual([[[2]], [[12]]]);
  });

  it("keeps the pick on Escape, and when nothing matches", () => {
    type("nothing like it");
    expect(list.textContent).toBe("No feed matches");
    press("Enter", "Escape");
    expect([input.value, list.hidden, onPick.mock.calls.length]).toEqual(["Crypto.BTC/USD", true, 0]);
  });

  it("picks by click, shows a pick from elsewhere, and nothing of a feed that is not there", () => {
    input.focus();
    find(list, ".fb-option:nth-of-type(3) small").click();
    expect(onPick).toHaveBeenCalledWith([2]);
    const written = [[327], [77]].map((ids) => {
      picker.show(ids);
      return input.value;
    });
    expect(written).toEqual(["FX.EUR/USD", ""]);
  });

  it("shows 200 options of a long list, and how many more there are", () => {
    const feeds = Array.from({length: 1700}, (_, i) => ({priceFeedId: i, symbol: `C${i}`, group: "crypto"}));
    make({feeds, value: [0]});
    input.focus();
    expect([texts(list, "[role=option]").length, texts(list, "p")]).toEqual([200, ["1500 more: type to find them"]]);
  });
});

describe("feedPicker(feeds, {multiple: true})", () => {
  it("adds one and lets go of it, the list open meanwhile, but not of the last", () => {
    make({multiple: true});
    expect([input.value, input.placeholder]).toEqual(["", "Add a feed"]);
    type("eth");
    press("Enter");
    expect([list.hidden, chips()]).toEqual([false, ["Crypto.BTC/USD×", "Crypto.ETH/USD×"]]);
    drop("Crypto.BTC/USD");
    press("Backspace");
    expect(onPick.mock.calls).toEqual([[[1, 2]], [[2]]]);
    expect(chips()).toEqual(["Crypto.ETH/USD×"]);
    expect(find(picker.element, ".fb-chip button").hasAttribute("disabled")).toBe(true);
  });

  it("lets go of what is picked again, and by Backspace in the empty field", () => {
    make({multiple: true, value: [1, 2, 77, 327]});
    expect(chips()).toEqual(["Crypto.BTC/USD×", "Crypto.ETH/USD×", "FX.EUR/USD×"]);
    type("btc");
    press("Enter", "Backspace");
    expect(onPick.mock.calls).toEqual([[[2, 77, 327]], [[2, 77]]]);
  });
});

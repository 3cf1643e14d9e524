// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";
import type {Feed} from "../../src/duckdb/sql/opening.js";
import {feedPicker} from "../../src/inputs/picker.js";
import * as kit from "../charts/kit.js";
import {find, texts} from "../charts/kit.js";

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
const chips = () => texts(picker.element, ".fb-chip").join(" ");

function make(value: number[], {feeds = usual, multiple = false} = {}): void {
  picker = feedPicker(feeds, {label: "Feed", value, multiple, onPick});
  document.body.replaceChildren(picker.element);
  input = find<HTMLInputElement>(picker.element, "input");
  list = find<HTMLDivElement>(picker.element, "[role=listbox]");
}

beforeEach(() => {
  onPick.mockClear();
  make([2]);
});

it("feedPicker(feeds, options) opens a list by group, with the pick active", () => {
  const state = () => [input.value, list.hidden, input.getAttribute("aria-expanded")];
  expect(state()).toEqual(["Crypto.ETH/USD", true, "false"]);
  input.focus();
  expect(state()).toEqual(["Crypto.ETH/USD", false, "true"]);
  const groups = "crypto, Crypto.BTC/USDBitcoin1, Crypto.ETH/USD<b>Ether</b>2, fx, FX.EUR/USDEuro327, other, feed 9";
  expect(texts(list, ".fb-group, .fb-option").join(", ")).toBe(groups);
  expect(kit.attributes(list, ".fb-option", "aria-selected")).toEqual(["false", "true", "false", "false"]);
  expect([active(), list.querySelector("b")]).toEqual(["Crypto.ETH/USD", null]);
});

it("feedPicker(feeds, options) takes a typed id before others that contain it", () => {
  make([112], {feeds: [112, 12, 2].map((priceFeedId) => ({priceFeedId, symbol: "X", group: "crypto"}))});
  for (const id of ["2", "12"]) {
    type(id);
    press("Enter");
  }
  expect(onPick.mock.calls).toEqual([[[2]], [[12]]]);
});

it("feedPicker(feeds, options) keeps the pick on Escape, and without a match", () => {
  type("nothing like it");
  expect(list.textContent).toBe("No feed matches");
  press("Enter", "Escape");
  expect([input.value, list.hidden, onPick.mock.calls.length]).toEqual(["Crypto.ETH/USD", true, 0]);
});

it("feedPicker(feeds, {multiple: true}) adds and removes feeds, but not the last", () => {
  make([1, 77], {multiple: true}); // 77 is not among the feeds
  type("eth");
  press("Enter");
  expect([list.hidden, chips()]).toEqual([false, "Crypto.BTC/USD× Crypto.ETH/USD×"]);
  find(picker.element, "[aria-label='Remove Crypto.BTC/USD']").click();
  type("eth");
  press("Enter", "Backspace"); // picked again, it is removed
  expect(onPick.mock.calls).toEqual([[[1, 77, 2]], [[77, 2]], [[77]]]);
  make([1], {multiple: true});
  press("Backspace");
  expect([chips(), find(picker.element, ".fb-chip button").hasAttribute("disabled")]).toEqual([
    "Crypto.BTC/USD×",
    true
  ]);
});

it("feedPicker(feeds, {multiple: true}) writes the number of more feeds than it has chips for", () => {
  make([1, 2, 327, 9], {multiple: true});
  expect([input.value, chips(), input.title.split("\n")[1]]).toEqual(["4 feeds", "", "Crypto.ETH/USD, <b>Ether</b>"]);
  type("");
  press("Backspace"); // the last one
  expect([onPick.mock.calls, chips().split(" ").length]).toEqual([[[[1, 2, 327]]], 3]);
});

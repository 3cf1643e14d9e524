// @vitest-environment jsdom
import {expect, it} from "vitest";
import {basisInput, choice, feedInput, feedsInput, stepInput, timeInput} from "../../src/inputs/own.js";
import type {Input} from "../../src/inputs/url.js";
import * as kit from "../charts/kit.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", assetType: "crypto"},
  {priceFeedId: 2, symbol: "Crypto.ETH/USD", assetType: "crypto"},
  {priceFeedId: 922, symbol: "<img onerror=1>", group: "equity"}
];
const meta = {firstPublishedAt: new Date("2026-05-11T12:00:00Z"), lastPublishedAt: "2026-05-12T14:00:00.000Z"};
const until = new Date("2026-05-12T14:00:00.001Z"); // after all µs of the last update
const hour = {from: new Date("2026-05-12T13:00:00Z"), until};

// An input of the page, and the values that it fires.
function shown<Value>(input: Input<Value>): {input: Input<Value>; values: unknown[]} {
  const values: unknown[] = [];
  input.addEventListener("input", () => values.push(input.value));
  document.body.append(input);
  return {input, values};
}

function pickFeed(input: HTMLElement, text: string): void {
  kit.find(input, "input").focus();
  kit.type(input, text);
  kit.press(kit.find(input, "input"), "Enter");
}

it("feedInput(feeds) keeps the picked id in the URL", () => {
  const {input, values} = shown(feedInput(feeds));
  expect(input.value).toBe(1);
  pickFeed(input, "img");
  expect([input.value, values, location.search]).toEqual([922, [922], "?feed=922"]);
  expect([feedInput(feeds).value, input.querySelector("img")]).toEqual([922, null]);
});

it("choice(label, values) is one of its values, and forgets the default in the URL", () => {
  const {input, values} = shown(choice("Later by", [300, 900], {value: 900}));
  const select = kit.find<HTMLSelectElement>(input, "select");
  for (const text of ["300", "900"]) {
    select.value = text;
    select.dispatchEvent(new Event("change"));
  }
  expect([values, location.search, values.length]).toEqual([[300, 900], "", 2]);
  history.replaceState(null, "", "?laterBy=300&basis=1h&feeds=2,99&feed=99");
  expect([choice("Later by", [300, 900]).value, choice("Later by", [1]).value, choice("No one", []).value]).toEqual([
    300,
    1,
    null
  ]);
  expect([basisInput().value, feedsInput(feeds).value, feedInput(feeds).value]).toEqual(["1h", [2], 1]);
  expect(() => choice("é", [1])).toThrow("invalid name of an input: : use letters and digits");
});

it("timeInput(meta) is a range before the last update, or the time in From and To", () => {
  const {input, values} = shown(timeInput([meta]));
  const press = (value: string) => kit.find(input, `input[value="${value}"]`).click();
  const change = (selector: string, value: string) => {
    const field = kit.find<HTMLInputElement>(input, selector);
    field.value = value;
    field.dispatchEvent(new Event("input", {bubbles: true})); // fires no value
    field.dispatchEvent(new Event("change", {bubbles: true}));
  };
  expect(input.value).toEqual({from: new Date("2026-05-11T14:00:00Z"), until, range: "24h"});
  press("all");
  expect([input.value.from, location.search]).toEqual([meta.firstPublishedAt, "?range=all"]);
  press("1h");
  change("input[aria-label^=From]", "2026-05-12T13:30:00");
  expect(location.search).toBe("?range=1h&zoom=2026-05-12T13:30:00Z..2026-05-12T14:00:00.001Z");
  change("input[aria-label^=To]", "2026-05-12T12:00:00"); // before From
  press("6h");
  expect(location.search).toBe("?range=6h");
  expect(values.slice(1, 3)).toEqual([
    {...hour, range: "1h"},
    {from: new Date("2026-05-12T13:30:00Z"), until, range: null}
  ]);
  expect(values).toHaveLength(4);
});

it.each([
  [() => timeInput([]), /^no time to pick from: give firstPublishedAt and lastPublishedAt/],
  [() => timeInput(meta, {value: "2h"}), /^invalid range: 2h: use 1h, 6h, 24h, 7d, all$/],
  [
    () => stepInput((function* () {})() as never),
    /^no time to pick a step for: a view's value is there in other js blocks/
  ]
])("%s is refused", (make, message) => expect(make).toThrow(message));

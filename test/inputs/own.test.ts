// @vitest-environment jsdom
import {beforeEach, describe, expect, it} from "vitest";
import {feedInput, feedsInput} from "../../src/inputs/feeds.js";
import {stepInput} from "../../src/inputs/own.js";
import {timeInput} from "../../src/inputs/time.js";
import type {Input} from "../../src/inputs/url.js";
import * as kit from "../charts/kit.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", assetType: "crypto"},
  {priceFeedId: 2, symbol: "Crypto.ETH/USD", assetType: "crypto"},
  {priceFeedId: 922, symbol: "<img onerror=1>", group: "equity"}
];
const meta = {firstPublishedAt: new Date("2026-05-11T12:00:00Z"), lastPublishedAt: "2026-05-12T14:00:00.000Z"};
const hour = {from: new Date("2026-05-12T13:00:00Z"), until: new Date("2026-05-12T14:00:00Z")};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}; // which jsdom lacks
  document.body.replaceChildren();
  history.replaceState(null, "", "/mine");
});

function shown<Value>(input: Input<Value>): {input: Input<Value>; told: unknown[]} {
  const told: unknown[] = [];
  input.addEventListener("input", () => told.push(input.value));
  document.body.append(input);
  return {input, told};
}

function change(input: HTMLElement, selector: string, value: string): void {
  const field = kit.find<HTMLInputElement>(input, selector);
  field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true})); // which is not the input's
  field.dispatchEvent(new Event("change", {bubbles: true}));
}

const press = (input: HTMLElement, value: string) => kit.find(input, `input[value="${value}"]`).click();

function pickFeed(input: HTMLElement, text: string): void {
  kit.find(input, "input").focus();
  kit.type(input, text);
  kit.press(kit.find(input, "input"), "Enter");
}

const note = (input: HTMLElement) => input.querySelector<HTMLElement>(".fb-dropped");

it("a picker of feeds says which feed of the URL is not here, until another is picked", () => {
  history.replaceState(null, "", "/mine?feed=99999");
  const {input} = shown(feedInput(feeds));
  expect([input.value, note(input)?.hidden, note(input)?.textContent]).toEqual([1, false, "Feed 99999 is not here."]);
  pickFeed(input, "eth");
  expect([input.value, note(input)?.hidden, note(input)?.textContent]).toEqual([2, true, ""]);
});

describe("feedInput(feeds, options)", () => {
  it("is the picked feed's id, first of the first row", () => {
    const {input, told} = shown(feedInput(feeds));
    expect(input.value).toBe(1);
    pickFeed(input, "img");
    expect([input.value, told, location.search]).toEqual([922, [922], "?feed=922"]);
    expect(feedInput(feeds).value).toBe(922);
    expect(input.querySelector("img")).toBeNull();
  });

  it.each([
    ["its value", feeds, {value: 2}, "", 2],
    ["no value that is no feed", feeds, {value: 7}, "", null],
    ["nothing without rows", [], {}, "?feed=5", null]
  ])("starts with %s", (_, rows, options, search, expected) => {
    history.replaceState(null, "", `/mine${search}`);
    expect(feedInput(rows, options).value).toBe(expected);
  });
});

it("feedsInput(feeds, options) is the ids in the order in which they were picked", () => {
  const {input, told} = shown(feedsInput(feeds));
  expect(input.value).toEqual([1, 2]);
  pickFeed(input, "922");
  expect([input.value, told, location.search]).toEqual([[1, 2, 922], [[1, 2, 922]], "?feeds=1,2,922"]);
});

describe("timeInput(meta, options)", () => {
  it("is the last day of what is there, or the range that was picked", () => {
    const {input, told} = shown(timeInput([meta]));
    const until = new Date("2026-05-12T14:00:00.001Z"); // with all µs of the last update
    expect(input.value).toEqual({from: new Date("2026-05-11T14:00:00Z"), until, range: "24h"});
    press(input, "1h");
    expect(told).toEqual([{...hour, until, range: "1h"}]);
    press(input, "all");
    expect([input.value.from, location.search]).toEqual([meta.firstPublishedAt, "?range=all"]);
  });

  it("is what stands in From and To, which a range ends", () => {
    const {input, told} = shown(timeInput(meta));
    change(input, "input[aria-label^=From]", "2026-05-12T13:00:00");
    expect(input.value).toEqual({...hour, until: new Date("2026-05-12T14:00:00.001Z"), range: null});
    expect(location.search).toBe("?zoom=2026-05-12T13:00:00Z..2026-05-12T14:00:00.001Z");
    change(input, "input[aria-label^=To]", "2026-05-12T12:00:00"); // before From
    expect(input.value).toEqual({...hour, until: new Date("2026-05-12T14:00:00.001Z"), range: null});
    press(input, "6h");
    expect(input.value.range).toBe("6h");
    expect([told.length, location.search]).toEqual([2, "?range=6h"]);
  });

  it.each([
    [[], {}, /^no time to pick from: give firstPublishedAt and lastPublishedAt/],
    [meta, {value: "2h"}, /^invalid range: 2h: use 1h, 6h, 24h, 7d, all$/]
  ])("refuses %o with %o", (row, options, message) => {
    expect(() => timeInput(row, options)).toThrow(message);
  });
});

it("stepInput(time, options) says so without a time, as of a view in the block of its own", () => {
  const generator = (function* () {})() as unknown as typeof hour;
  expect(() => stepInput(generator)).toThrow("no time to pick a step for: a view's value is there in other js blocks");
});

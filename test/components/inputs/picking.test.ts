// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {activate, close, drop, offer, open, type Parts, take, write} from "../../../src/components/inputs/picking.js";
import {html} from "../../../src/components/parts/dom.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", group: "crypto"},
  {priceFeedId: 12, symbol: "Crypto.ETH/USD", group: "crypto"},
  {priceFeedId: 2, symbol: "FX.EUR/USD", group: "fx"}
];

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

function make(multiple = false, value = [1]): Parts {
  const parts: Parts = {
    ...{feeds, multiple, optional: false, value, onPick: vi.fn(), written: "", options: [], active: 0},
    input: html("input", {}),
    list: html("div", {id: "list", hidden: true}),
    chips: html("span", {})
  };
  write(parts);
  return parts;
}

const active = ({list}: Parts) => list.querySelector(".fb-active span")?.textContent;

describe("open(parts, query)", () => {
  it("shows what matches, and makes the pick the one that Enter takes", () => {
    const parts = make(false, [12]);
    open(parts, "");
    expect([parts.list.hidden, parts.options.length, active(parts)]).toEqual([false, 3, "Crypto.ETH/USD"]);
    open(parts, "usd fx");
    expect([parts.options.length, active(parts)]).toEqual([1, "FX.EUR/USD"]);
  });

  it("prefers the feed whose id is typed", () => {
    const parts = make();
    open(parts, "2");
    expect([parts.options.length, active(parts)]).toEqual([2, "FX.EUR/USD"]);
  });
});

describe("offer(parts)", () => {
  it("shows all, with the symbol selected", () => {
    const parts = make();
    offer(parts);
    expect([parts.input.selectionStart, parts.input.selectionEnd, parts.options.length]).toEqual([0, 14, 3]);
  });
});

describe("close(parts)", () => {
  it("hides the list, and writes the pick in place of what was typed", () => {
    const parts = make();
    open(parts, "eth");
    parts.input.value = "eth";
    close(parts);
    expect([parts.list.hidden, parts.input.value]).toEqual([true, "Crypto.BTC/USD"]);
    expect(parts.input.hasAttribute("aria-activedescendant")).toBe(false);
  });
});

describe("activate(parts, index)", () => {
  it("marks one option, and says which", () => {
    const parts = make();
    open(parts, "");
    activate(parts, 2);
    expect(parts.list.querySelectorAll(".fb-active")).toHaveLength(1);
    expect([active(parts), parts.input.getAttribute("aria-activedescendant")]).toEqual(["FX.EUR/USD", "list-2"]);
  });
});

describe("take(parts, id)", () => {
  it("picks one in place of the other, and closes", () => {
    const parts = make();
    open(parts, "");
    take(parts, 2);
    expect(parts.onPick).toHaveBeenCalledExactlyOnceWith([2]);
    expect([parts.list.hidden, parts.input.value]).toEqual([true, "FX.EUR/USD"]);
  });

  it("adds one, or lets go of it, where several can be picked; the list stays open", () => {
    const parts = make(true);
    open(parts, "");
    for (const id of [2, 12, 2]) take(parts, id);
    expect(vi.mocked(parts.onPick).mock.calls).toEqual([[[1, 2]], [[1, 2, 12]], [[1, 12]]]);
    expect(parts.list.hidden).toBe(false);
  });
});

describe("drop(parts, id)", () => {
  it("lets go of a feed, but not of the last", () => {
    const parts = make(true, [1, 2]);
    drop(parts, 1);
    drop(parts, 2);
    expect([parts.value, vi.mocked(parts.onPick).mock.calls]).toEqual([[2], [[[2]]]]);
  });

  it("lets go of the last where none is needed", () => {
    const parts = {...make(true, [1]), optional: true};
    write(parts);
    expect(parts.chips.querySelector("button")?.disabled).toBe(false);
    drop(parts, 1);
    expect([parts.value, parts.chips.childElementCount]).toEqual([[], 0]);
  });
});

describe("write(parts)", () => {
  it("writes a symbol, or a chip each; feeds that are not there not at all", () => {
    expect(make(false, [77]).input.value).toBe("");
    const {input, chips} = make(true, [1, 77, 2]);
    expect([input.value, input.placeholder]).toEqual(["", "Add a feed"]);
    expect(Array.from(chips.children, ({textContent}) => textContent)).toEqual(["Crypto.BTC/USD×", "FX.EUR/USD×"]);
  });
});

// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {feedPicker} from "../../../src/components/inputs/picker.js";

const feeds = [
  {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "Bitcoin", group: "crypto"},
  {priceFeedId: 2, symbol: "Crypto.ETH/USD", name: "<b>Ether</b>", group: "crypto"},
  {priceFeedId: 327, symbol: "FX.EUR/USD", name: "Euro", group: "fx"},
  {priceFeedId: 9, symbol: null, name: null, group: null}
];

beforeEach(() => {
  document.body.replaceChildren();
  Element.prototype.scrollIntoView = () => {};
});

describe("feedPicker(feeds, {label, value, onPick})", () => {
  it("shows the pick, and the list by group when it has the focus", () => {
    const {input, list} = make();
    expect([input.value, list.hidden, input.getAttribute("aria-expanded")]).toEqual(["Crypto.BTC/USD", true, "false"]);
    input.focus();
    expect([list.hidden, input.getAttribute("aria-expanded")]).toEqual([false, "true"]);
    const groups = Array.from(list.querySelectorAll("[role=group]"), (group) => group.getAttribute("aria-label"));
    expect(groups).toEqual(["crypto", "fx", "other"]);
    expect(list.querySelector("[aria-selected=true]")?.textContent).toContain("Crypto.BTC/USD");
  });

  it("finds by what is typed, and picks by key", () => {
    const {input, list, onPick} = make();
    type(input, "eur");
    expect(list.querySelectorAll("[role=option]")).toHaveLength(1);
    press(input, "Enter");
    expect(onPick).toHaveBeenCalledExactlyOnceWith([327]);
    expect([input.value, list.hidden]).toEqual(["FX.EUR/USD", true]);
  });

  it("moves with the arrows, around the ends, and says so", () => {
    const {input, list, onPick} = make();
    input.focus();
    press(input, "ArrowUp");
    const active = input.getAttribute("aria-activedescendant") ?? "";
    expect(list.querySelector(`#${active}`)?.textContent).toContain("feed 9");
    press(input, "ArrowDown");
    press(input, "ArrowDown");
    press(input, "Enter");
    expect(onPick).toHaveBeenCalledWith([2]);
  });

  it("selects the whole symbol however often it is clicked, so that what is typed replaces it", () => {
    const {input} = make();
    for (const _ of ["first", "second"]) {
      expect(input.dispatchEvent(new MouseEvent("mousedown", {bubbles: true, cancelable: true}))).toBe(false);
      expect([input.selectionStart, input.selectionEnd]).toEqual([0, "Crypto.BTC/USD".length]);
    }
  });

  it("leaves the caret to the browser while a search is typed", () => {
    const {input} = make();
    type(input, "eth");
    expect(input.dispatchEvent(new MouseEvent("mousedown", {bubbles: true, cancelable: true}))).toBe(true);
  });

  it("opens and closes by its chevron", () => {
    const {element, list} = make();
    const field = element.querySelector(".fb-field");
    const press = () => field?.dispatchEvent(new MouseEvent("mousedown", {bubbles: true, cancelable: true}));
    const hidden = [press(), press(), press()].map(() => list.hidden);
    expect(hidden.at(-1)).toBe(false);
    press();
    expect(list.hidden).toBe(true);
  });

  it("shows ids, and takes the feed whose id is typed before others that contain it", () => {
    const many = [112, 12, 2].map((priceFeedId) => ({priceFeedId, symbol: "Crypto.X/USD", group: "crypto"}));
    const {input, list, onPick} = make({feeds: many, value: [112]});
    type(input, "2");
    expect(Array.from(list.querySelectorAll(".fb-id"), ({textContent}) => textContent)).toEqual(["112", "12", "2"]);
    press(input, "Enter");
    expect(onPick).toHaveBeenCalledWith([2]);
    type(input, "12");
    press(input, "Enter");
    expect(onPick).toHaveBeenLastCalledWith([12]);
  });

  it("keeps the pick on Escape, and when nothing matches", () => {
    const {input, list, onPick} = make();
    type(input, "nothing like it");
    expect(list.textContent).toBe("No feed matches");
    press(input, "Enter");
    press(input, "Escape");
    expect([input.value, list.hidden, onPick.mock.calls.length]).toEqual(["Crypto.BTC/USD", true, 0]);
  });

  it("picks by click", () => {
    const {input, list, onPick} = make();
    input.focus();
    list.querySelectorAll<HTMLElement>("[role=option]")[1]?.querySelector("small")?.click();
    expect(onPick).toHaveBeenCalledWith([2]);
  });

  it("takes names as text", () => {
    const {input, list} = make();
    input.focus();
    expect(list.querySelector("b")).toBeNull();
    expect(list.textContent).toContain("<b>Ether</b>");
  });

  it("shows a pick from elsewhere", () => {
    const {input, show} = make();
    show([327]);
    expect(input.value).toBe("FX.EUR/USD");
  });

  it("shows 200 options of a long list, and how many more there are", () => {
    const many = Array.from({length: 1700}, (_, i) => ({
      priceFeedId: i,
      symbol: `Crypto.C${i}/USD`,
      group: "crypto"
    }));
    const {input, list} = make({feeds: many, value: [0]});
    input.focus();
    expect(list.querySelectorAll("[role=option]")).toHaveLength(200);
    expect(list.querySelector("p")?.textContent).toBe("1500 more: type to find them");
  });
});

describe("feedPicker(feeds, {multiple: true})", () => {
  it("adds and lets go, but not of the last", () => {
    const {element, input, onPick} = make({multiple: true});
    type(input, "eth");
    press(input, "Enter");
    expect(onPick).toHaveBeenLastCalledWith([1, 2]);
    expect(chips(element)).toEqual(["Crypto.BTC/USD×", "Crypto.ETH/USD×"]);
    element.querySelector<HTMLElement>("[aria-label='Remove Crypto.BTC/USD']")?.click();
    expect(onPick).toHaveBeenLastCalledWith([2]);
    press(input, "Backspace");
    expect(chips(element)).toEqual(["Crypto.ETH/USD×"]);
    expect(element.querySelector(".fb-chip button")?.hasAttribute("disabled")).toBe(true);
  });

  it("lets go of the last but one by Backspace in the empty field", () => {
    const {input, onPick} = make({multiple: true, value: [1, 2]});
    press(input, "Backspace");
    expect(onPick).toHaveBeenLastCalledWith([1]);
  });
});

function make(
  options: {
    feeds?: typeof feeds | {priceFeedId: number; symbol: string; group: string}[];
    value?: number[];
    multiple?: boolean;
  } = {}
) {
  const onPick = vi.fn<(ids: number[]) => void>();
  const {feeds: list = feeds, value = [1], multiple = false} = options;
  const {element, show} = feedPicker(list, {label: "Feed", value, multiple, onPick});
  document.body.append(element);
  const input = element.querySelector("input");
  const options_ = element.querySelector<HTMLElement>("[role=listbox]");
  if (input === null || options_ === null) throw new Error("no combobox");
  return {element, input, list: options_, onPick, show};
}

function type(input: HTMLInputElement, text: string): void {
  input.focus();
  input.value = text;
  input.dispatchEvent(new Event("input", {bubbles: true}));
}

function press(input: HTMLInputElement, key: string): void {
  input.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
}

function chips(element: HTMLElement): (string | null)[] {
  return Array.from(element.querySelectorAll(".fb-chip"), (chip) => chip.textContent);
}

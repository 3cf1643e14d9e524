// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {
  activate,
  chip,
  close,
  drop,
  feedPicker,
  note,
  offer,
  open,
  option,
  type Parts,
  sections,
  take,
  write
} from "../../../src/components/inputs/picker.js";
import {html} from "../../../src/components/parts/dom.js";

describe("picker", () => {
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
      expect([input.value, list.hidden, input.getAttribute("aria-expanded")]).toEqual([
        "Crypto.BTC/USD",
        true,
        "false"
      ]);
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
});

describe("picking", () => {
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
});

const bitcoin = {priceFeedId: 1, symbol: "Crypto.BTC/USD", name: "<b>Bitcoin</b>", group: "crypto"};
const nameless = {priceFeedId: 9, symbol: null, group: null};

describe("option(feed, id, picked)", () => {
  it("has symbol, name and id as text, and says whether it is picked", () => {
    const {element} = option(bitcoin, "o-0", [2, 1]);
    expect(Array.from(element.children, ({textContent}) => textContent)).toEqual([
      "Crypto.BTC/USD",
      "<b>Bitcoin</b>",
      "1"
    ]);
    expect([element.id, element.getAttribute("aria-selected")]).toEqual(["o-0", "true"]);
    expect(option(bitcoin, "o-0", [2]).element.getAttribute("aria-selected")).toBe("false");
  });

  it("says the id of a feed without a symbol once", () => {
    expect(option(nameless, "o-1", []).element.textContent).toBe("feed 9");
  });
});

describe("sections(options)", () => {
  it("puts options under the heading of their group, in their order", () => {
    const options = [bitcoin, nameless, {...bitcoin, priceFeedId: 2}].map((feed, i) => option(feed, `o-${i}`, []));
    const made = sections(options);
    expect(made.map((group) => group.getAttribute("aria-label"))).toEqual(["crypto", "other"]);
    expect(made.map((group) => group.querySelectorAll("[role=option]").length)).toEqual([2, 1]);
    expect(made[0]?.firstElementChild?.textContent).toBe("crypto");
  });
});

describe("note(more, found)", () => {
  it.each([
    [0, 0, "No feed matches"],
    [1500, 1700, "1500 more: type to find them"],
    [0, 3, ""]
  ])("says of %d more of %d: %s", (more, found, text) => {
    const made = note(more, found);
    expect(typeof made === "string" ? made : made.textContent).toBe(text);
  });
});

describe("chip(feed, disabled, drop)", () => {
  it("lets go of its feed by a button that says so", () => {
    const drop = vi.fn();
    const button = chip(bitcoin, false, drop).querySelector("button");
    button?.click();
    expect([button?.getAttribute("aria-label"), drop.mock.calls.length]).toEqual(["Remove Crypto.BTC/USD", 1]);
  });

  it("keeps the last one", () => {
    const drop = vi.fn();
    chip(nameless, true, drop).querySelector("button")?.click();
    expect(drop).not.toHaveBeenCalled();
  });
});

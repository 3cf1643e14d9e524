// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {
  activate,
  chip,
  close,
  drop,
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

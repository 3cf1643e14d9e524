// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {chip, note, option, sections} from "../../../src/components/inputs/options.js";

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

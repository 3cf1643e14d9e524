// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {legend, shell} from "../../../src/components/chart/shell.js";
import {nameAfter} from "../../../src/components/feed/about.js";
import {feedLabel, sessionName, sessionNames, short, shortened} from "../../../src/components/parts/names.js";
import {line} from "../chart/track.js";

describe("feedLabel(feed)", () => {
  it("is the symbol or the id", () => {
    expect(feedLabel({symbol: "A", priceFeedId: 5})).toBe("A");
    expect([feedLabel({priceFeedId: 5n}), feedLabel({symbol: null, priceFeedId: 6})]).toEqual(["feed 5", "feed 6"]);
  });
});

describe("sessionName(session)", () => {
  it("reads as words", () => {
    expect(["regular", "preMarket", "overNight"].map(sessionName)).toEqual(["regular", "pre-market", "overnight"]);
  });

  it("keeps a session that is not known", () => {
    expect(["auction", "constructor", ""].map(sessionName)).toEqual(["auction", "constructor", ""]);
  });
});

describe("sessionNames(sessions)", () => {
  it.each([
    [["regular"], "regular session"],
    [["regular", "preMarket", null], "regular, pre-market, unknown sessions"],
    [[], "no session"],
    [null, "no session"]
  ])("of %j is %s", (sessions, text) => expect(sessionNames(sessions)).toBe(text));
});

const long = `${"a".repeat(2500)}$&${"b".repeat(2500)}`;
const cut = `${"a".repeat(30)}…${"b".repeat(29)}`;

describe("a text of 5,000 characters", () => {
  it("is cut in the middle, with the whole in a title", () => {
    expect(short(long)).toBe(cut);
    const element = shortened(long) as HTMLElement;
    expect([element.textContent, element.title]).toEqual([cut, long]);
    expect([short("BTC"), shortened("BTC")]).toEqual(["BTC", "BTC"]);
  });

  it("is whole in the title of what is composed with it: a chart's title, its legend, a page's heading", () => {
    document.body.innerHTML = '<main id="observablehq-main"><h1>Feed</h1></main>';
    nameAfter({feed: 1, symbol: short(long)});
    const key = document.createElement("div");
    legend(key, [line([1], {label: `Bid of ${short(long)}`})], [1], {toggle: vi.fn(), emphasise: vi.fn()});
    const titles = [
      [shell(`Spread of ${short(long)}`, 10).figure.querySelector("figcaption"), `Spread of ${long}`],
      [key.querySelector("button"), `Bid of ${long}`],
      [document.querySelector("h1"), long]
    ] as const;
    for (const [element, title] of titles) expect(element?.title).toBe(title);
    expect(shell("Spread of BTC", 10).figure.querySelector("figcaption")?.hasAttribute("title")).toBe(false);
  });
});

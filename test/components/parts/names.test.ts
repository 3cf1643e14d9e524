// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {legend, shell} from "../../../src/components/chart/shell.js";
import {nameAfter} from "../../../src/components/feed/about.js";
import {
  ageTone,
  feedLabel,
  isStale,
  matches,
  sessionBadge,
  sessionName,
  sessionNames,
  short,
  shortened
} from "../../../src/components/parts/names.js";
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
    nameAfter({feed: 1, symbol: short(long)}, {priceFeedId: 1, updates: 1});
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

describe("sessionBadge(session, {ageSeconds, staleAfterSeconds})", () => {
  it.each([
    ["regular", "regular"],
    ["preMarket", "pre-market"],
    ["postMarket", "post-market"],
    ["overNight", "overnight"],
    ["closed", "closed"],
    ["toString", "toString"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"]
  ])("names %s as text", (session, name) => {
    const badge = sessionBadge(session);
    expect(badge.textContent).toBe(name);
    expect(badge.dataset.state).toBe(session);
    expect(badge.children).toHaveLength(0);
  });

  it.each([null, undefined, ""])("shows a dash for %s", (session) => {
    expect(sessionBadge(session).textContent).toBe("–");
  });

  it("says stale when a regular session is old, and why", () => {
    const badge = sessionBadge("regular", {ageSeconds: 340});
    expect(badge.textContent).toBe("stale");
    expect(badge.title).toBe("no update of its own for 6 min in the regular session");
  });
});

describe("isStale(session, {ageSeconds, staleAfterSeconds})", () => {
  it.each([
    ["regular", 60, false],
    ["regular", 60.1, true],
    ["regular", null, false],
    ["closed", 1e6, false],
    ["preMarket", 1e6, false],
    [null, 1e6, false]
  ])("%s at %s s: %s", (session, ageSeconds, stale) => {
    expect(isStale(session, {ageSeconds})).toBe(stale);
  });

  it("takes another limit", () => {
    expect(isStale("regular", {ageSeconds: 5, staleAfterSeconds: 2})).toBe(true);
  });
});

describe("ageTone(session, {ageSeconds})", () => {
  it.each([
    ["regular", 61, "warn"],
    ["regular", 5, undefined],
    ["closed", 1e6, "quiet"],
    ["postMarket", 1e6, undefined],
    [null, 1e6, undefined]
  ])("of %s at %d s is %s", (session, ageSeconds, tone) => expect(ageTone(session, {ageSeconds})).toBe(tone));
});

const feed = {priceFeedId: 922, symbol: "Equity.US.AAPL/USD", name: "Apple Inc.", group: "equity"};

describe("matches(feed, query)", () => {
  it.each([
    ["", true],
    ["aapl", true],
    ["apple", true],
    ["usd equity", true],
    ["  INC  apple ", true],
    ["922", true],
    ["feed 922", true],
    ["btc", false],
    ["apple btc", false],
    ["[.*", false]
  ])("%j is %s", (query, found) => expect(matches(feed, query)).toBe(found));

  it("finds a feed without symbol, name and class by its id", () => {
    expect(matches({priceFeedId: 9, symbol: null, name: null, group: null}, "feed 9")).toBe(true);
    expect(matches({priceFeedId: 9, symbol: null, name: null, group: null}, "null")).toBe(false);
  });
});

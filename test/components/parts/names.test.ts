// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {legend, shell} from "../../../src/components/chart/shell.js";
import {nameAfter} from "../../../src/components/feed/about.js";
import {
  ageTone,
  feedLabel,
  sessionBadge,
  sessionName,
  sessionNames,
  short,
  shortened
} from "../../../src/components/parts/names.js";
import {find, line} from "../kit.js";

// What isStale, hasWords and matches say is tried beside their macros, in test/pages/rules.test.ts.
it("feedLabel(feed) is the symbol or the id", () => {
  const feeds = [{symbol: "A", priceFeedId: 5}, {priceFeedId: 5n}, {symbol: null, priceFeedId: 6}];
  expect(feeds.map(feedLabel)).toEqual(["A", "feed 5", "feed 6"]);
});

it("sessionName(session) reads as words, and keeps a session that is not known", () => {
  const names = ["regular", "preMarket", "overNight", "auction", "constructor", ""].map(sessionName);
  expect(names).toEqual(["regular", "pre-market", "overnight", "auction", "constructor", ""]);
});

it.each([
  [["regular"], "regular session"],
  [["regular", "preMarket", null], "regular, pre-market, unknown sessions"],
  [[], "no session"],
  [null, "no session"]
])("sessionNames(%j) is %s", (sessions, text) => expect(sessionNames(sessions)).toBe(text));

describe("a text of 5,000 characters", () => {
  const long = `${"a".repeat(2500)}$&${"b".repeat(2500)}`;
  const cut = `${"a".repeat(30)}…${"b".repeat(29)}`;

  it("is cut in the middle, with the whole in a title", () => {
    const element = shortened(long) as HTMLElement;
    expect([short(long), element.textContent, element.title]).toEqual([cut, cut, long]);
    expect([short("BTC"), shortened("BTC")]).toEqual(["BTC", "BTC"]);
  });

  it("is whole in the title of what is composed with it: a chart's title, its legend, a page's heading", () => {
    document.body.innerHTML = '<main id="observablehq-main"><h1>Feed</h1></main>';
    nameAfter({feed: 1, symbol: short(long)}, {priceFeedId: 1, updates: 1});
    const key = document.createElement("div");
    legend(key, [line([1], {label: `Bid of ${short(long)}`})], [1], {toggle: vi.fn(), emphasise: vi.fn()});
    const caption = (title: string) => find(shell(title, 10).figure, "figcaption").getAttribute("title");
    expect(caption(`Spread of ${short(long)}`)).toBe(`Spread of ${long}`);
    expect([find(key, "button").title, find(document, "h1").title]).toEqual([`Bid of ${long}`, long]);
    expect(caption("Spread of BTC")).toBeNull();
  });
});

describe("sessionBadge(session, {ageSeconds, staleAfterSeconds})", () => {
  it.each([
    ["preMarket", "pre-market"],
    ["postMarket", "post-market"],
    ["closed", "closed"],
    ["toString", "toString"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"]
  ])("names %s as text", (session, name) => {
    const badge = sessionBadge(session);
    expect([badge.textContent, badge.dataset.state, badge.childElementCount]).toEqual([name, session, 0]);
  });

  it("shows a dash for none", () => {
    expect([null, undefined, ""].map((session) => sessionBadge(session).textContent)).toEqual(["–", "–", "–"]);
  });

  it("says stale when a regular session is old, and why", () => {
    const badge = sessionBadge("regular", {ageSeconds: 340});
    expect([badge.textContent, badge.title]).toEqual([
      ...["stale", "no update of its own for 6 min in the regular session"]
    ]);
    expect(sessionBadge("regular", {ageSeconds: 5, staleAfterSeconds: 2}).textContent).toBe("stale");
  });
});

it.each([
  ["regular", 61, "warn"],
  ["regular", 5, undefined],
  ["closed", 1e6, "quiet"],
  ["postMarket", 1e6, undefined],
  [null, 1e6, undefined]
])("ageTone(%s, {ageSeconds: %d}) is %s", (session, ageSeconds, tone) =>
  expect(ageTone(session, {ageSeconds})).toBe(tone)
);

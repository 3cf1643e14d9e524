// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
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
import {priceChart, publishersChart} from "../../../src/components/prices/price.js";
import {timeChart} from "../../../src/components/rows/time-chart.js";
import {confidenceChart} from "../../../src/components/spreads/confidence.js";
import {spreadDistribution} from "../../../src/components/spreads/distribution.js";
import {spreadChart} from "../../../src/components/spreads/spread.js";
import {weekChart} from "../../../src/components/spreads/week.js";
import {find} from "../kit.js";

// What hasWords and matches say is tried beside their macros, in test/pages/rules.test.ts.
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

  it("is whole in the title of a page's heading and of an entry of a chart's legend", () => {
    document.body.innerHTML = '<main id="observablehq-main"><h1>Feed</h1></main>';
    nameAfter({feed: 1, symbol: long}, {priceFeedId: 1, symbol: long, updates: 1});
    const rows = [{time: new Date(0), series: long, value: 1}];
    const chart = timeChart(rows, {x: "time", y: "value", series: "series"});
    expect(find(document, "h1").textContent).toBe(cut);
    expect([find(document, "h1").title, find(chart, ".fb-key").title]).toEqual([long, long]);
    nameAfter({feed: 1, symbol: "BTC"}, {priceFeedId: 1, symbol: "BTC", updates: 1});
    expect(find(document, "h1").hasAttribute("title")).toBe(false);
  });

  it.each<[string, (symbol: string) => HTMLElement]>([
    ["price", (symbol) => priceChart([], {symbol})],
    ["publishers", (symbol) => publishersChart([], {symbol})],
    ["spread", (symbol) => spreadChart([], {symbol})],
    ["spread distribution", (symbol) => spreadDistribution([], {symbol})],
    ["spread against confidence", (symbol) => confidenceChart([], {symbol})],
    ["median spread by hour of the week, UTC", (symbol) => weekChart([], {symbol, zone: "UTC"})]
  ])("is whole in the title of the caption: %s", (text, draw) => {
    const caption = find(draw(long), "figcaption");
    expect([caption.textContent, caption.title]).toEqual([`${cut} ${text}`, `${long} ${text}`]);
    expect(find(draw("BTC"), "figcaption").hasAttribute("title")).toBe(false);
  });
});

describe("sessionBadge(session, {ageSeconds, stale})", () => {
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
    const badge = sessionBadge("regular", {ageSeconds: 340, stale: true});
    expect([badge.textContent, badge.title]).toEqual([
      ...["stale", "no update of its own for 6 min in the regular session"]
    ]);
  });
});

it.each([
  ["regular", true, "warn"],
  ["regular", false, undefined],
  ["closed", false, "quiet"],
  [null, false, undefined]
])("ageTone({marketSession: %s, stale: %s}) is %s", (marketSession, stale, tone) =>
  expect(ageTone({marketSession, stale})).toBe(tone)
);

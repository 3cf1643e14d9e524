// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedLabel, sessionBadge, sessionName, sessionNames, short, shortened} from "../../../src/ui/elements/names.js";
import {priceChart} from "../../../src/views/prices/price.js";
import {spreadDistribution} from "../../../src/views/spreads/distribution.js";
import {find} from "../../charts/kit.js";

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

  it.each([
    ["price", priceChart],
    ["spread distribution", spreadDistribution]
  ])("is whole in the title of the caption: %s", (text, draw) => {
    const caption = find(draw([], {symbol: long}), "figcaption");
    expect([caption.textContent, caption.title]).toEqual([`${cut} ${text}`, `${long} ${text}`]);
    expect(find(draw([], {symbol: "BTC"}), "figcaption").hasAttribute("title")).toBe(false);
  });
});

describe("sessionBadge(session, {ageSeconds, stale})", () => {
  it("names a session as text, or shows a dash", () => {
    const sessions = ["postMarket", "toString", "<img src=x>", "", null];
    expect(sessions.map((session) => sessionBadge(session).textContent)).toEqual([
      ...["post-market", "toString", "<img src=x>", "–", "–"]
    ]);
    expect(sessionBadge("postMarket").dataset.state).toBe("postMarket");
  });

  it("says stale when a regular session is old, and why", () => {
    const badge = sessionBadge("regular", {ageSeconds: 340, stale: true});
    expect([badge.textContent, badge.title]).toEqual([
      ...["stale", "no update of its own for 6 min in the regular session"]
    ]);
  });
});

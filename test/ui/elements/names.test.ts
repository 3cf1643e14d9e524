// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {sessionBadge, sessionNames, shortened} from "../../../src/ui/elements/names.js";
import {priceChart} from "../../../src/views/prices/price.js";
import {find} from "../../charts/kit.js";

it.each([
  [["regular"], "regular session"],
  [["regular", "preMarket", null], "regular, pre-market, unknown sessions"],
  [null, "no session"]
])("sessionNames(%j) is %s", (sessions, text) => expect(sessionNames(sessions)).toBe(text));

it("shortened(text) cuts long text in the middle, with the whole text as its title, also in captions", () => {
  const long = `${"a".repeat(2500)}$&${"b".repeat(2500)}`;
  const cut = `${"a".repeat(30)}…${"b".repeat(29)}`;
  const element = shortened(long) as HTMLElement;
  expect([element.textContent, element.title, shortened("BTC")]).toEqual([cut, long, "BTC"]);
  const caption = find(priceChart([], {symbol: long}), "figcaption");
  expect([caption.textContent, caption.title]).toEqual([`${cut} price`, `${long} price`]);
});

describe("sessionBadge(session, {ageSeconds, stale})", () => {
  it("names a session as text, or shows a dash", () => {
    const sessions = ["postMarket", "toString", "<img src=x>", "", null];
    expect(sessions.map((session) => sessionBadge(session).textContent)).toEqual([
      ...["post-market", "toString", "<img src=x>", "–", "–"]
    ]);
    expect(sessionBadge("postMarket").dataset.state).toBe("postMarket");
  });

  it("shows that a feed is stale, and why", () => {
    const badge = sessionBadge("regular", {ageSeconds: 340, stale: true});
    const why = "no update of its own for 6 min in the regular session";
    expect([badge.textContent, badge.title]).toEqual(["stale", why]);
  });
});

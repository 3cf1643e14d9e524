// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import {sameView} from "../../../src/components/inputs/same.js";

describe("sameView()", () => {
  afterEach(() => history.replaceState(null, "", "/"));

  it.each([
    ["/spreads", "?feed=7"],
    ["/spreads?feed=1&range=7d&tz=new-york", "?feed=7&range=7d&tz=new-york"]
  ])("keeps of %s all but the feed", (url, link) => {
    history.replaceState(null, "", url);
    expect(sameView().href({priceFeedId: 7n})).toBe(link);
    sameView().onPick({priceFeedId: 7n});
    expect(location.search).toBe(link);
  });
});

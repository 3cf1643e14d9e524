// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {feedAddress} from "../../src/url/moved.js";

describe("feedAddress({pathname, search})", () => {
  it.each([
    ["/feeds/12", "", "/feed?feed=12"],
    ["/notebook/feeds/12", "?range=1h", "/notebook/feed?feed=12&range=1h"],
    ["/notebook/feeds/12.html", "?feed=3", "/notebook/feed?feed=12"],
    ["/a/b/feeds/0/", "", "/a/b/feed?feed=0"]
  ])("of %s%s is %s", (pathname, search, address) => expect(feedAddress({pathname, search})).toBe(address));

  it.each(["/feeds/", "/feeds/x", "/feeds/-1", "/feeds/1/2", "/xfeeds/1", "//evil/feeds/1", "/a//feeds/1"])(
    "of %s is none",
    (pathname) => expect(feedAddress({pathname, search: ""})).toBeNull()
  );
});

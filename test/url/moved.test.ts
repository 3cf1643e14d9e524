// @vitest-environment jsdom
import {expect, it} from "vitest";
import {feedAddress} from "../../src/url/moved.js";

it.each([
  ["/feeds/12", "", "/feed?feed=12"],
  ["/notebook/feeds/12", "?range=1h", "/notebook/feed?feed=12&range=1h"],
  ["/a/b/feeds/12.html", "?feed=3", "/a/b/feed?feed=12"],
  ["/feeds/0/", "", "/feed?feed=0"],
  ...["/feeds/", "/feeds/-1", "/feeds/1/2", "/xfeeds/1", "//evil/feeds/1", "/a//feeds/1"].map((path) => [
    path,
    "",
    null
  ])
] as [string, string, string | null][])(
  "feedAddress({pathname: %j, search: %j}) is %j",
  (pathname, search, address) => {
    expect(feedAddress({pathname, search})).toBe(address);
  }
);

// @vitest-environment jsdom
import {expect, it} from "vitest";
import {feedAddress} from "../../src/url/page-link.js";

it.each<[string, string, string | null]>([
  ["/notebook/feeds/12", "?range=1h&feed=3", "/notebook/feed?feed=12&range=1h"],
  ["/feeds/1/2", "", null],
  ["//evil/feeds/1", "", null]
])("feedAddress({pathname: %j, search: %j}) is %j", (pathname, search, address) => {
  expect(feedAddress({pathname, search})).toBe(address);
});

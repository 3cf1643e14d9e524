// @vitest-environment jsdom
import {expect, it} from "vitest";
import {pageLink} from "../../src/url/page-link.js";

it.each([
  ["./feed?feed=1", "./feed.html?feed=1"],
  ["/notebook/sql#sql=FROM+a.b/c", "/notebook/sql.html#sql=FROM+a.b/c"],
  ["../a.b/prices", "../a.b/prices.html"],
  ...["./", "..", "?feed=1", "#prices", "./data/feeds.duckdb", "./feed.html?feed=1", ""].map((link) => [link, link])
] as [string, string][])("pageLink(%j) is %j in a built site, and unchanged in a preview", (link, built) => {
  document.head.innerHTML = "";
  expect(pageLink(link)).toBe(link);
  document.head.innerHTML = '<meta name="feedbook-pages" content=".html">';
  expect(pageLink(link)).toBe(built);
});

// @vitest-environment jsdom
import {afterEach, describe, expect, it} from "vitest";
import {pageLink} from "../../src/url/page-link.js";

const cases = [
  ["./feed?feed=1", "./feed.html?feed=1"],
  ["/notebook/sql#sql=FROM+a.b/c", "/notebook/sql.html#sql=FROM+a.b/c"],
  ["../a.b/prices", "../a.b/prices.html"],
  ["feed", "feed.html"],
  ["./", "./"],
  ["../", "../"],
  ["..", ".."],
  ["?feed=1", "?feed=1"],
  ["#prices", "#prices"],
  ["./data/feeds.duckdb", "./data/feeds.duckdb"],
  ["./feed.html?feed=1", "./feed.html?feed=1"],
  ["", ""]
] as const;

describe("pageLink(link)", () => {
  afterEach(() => document.head.replaceChildren());

  it.each(cases)("of %j is %j in a built site, and itself in a preview", (link, built) => {
    expect(pageLink(link)).toBe(link);
    document.head.innerHTML = '<meta name="feedbook-pages" content=".html">';
    expect(pageLink(link)).toBe(built);
  });
});

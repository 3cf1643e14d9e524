// @vitest-environment jsdom
import {beforeEach, expect, it, vi} from "vitest";
import {inUrl, onState, patched} from "../../src/url/state.js";

const feed = inUrl({feed: null});

beforeEach(() => history.replaceState(null, "", "/prices"));

it.each([
  ["?feed=1&x=2", {feed: "3"}, "?feed=3&x=2"],
  ["?feed=1", {feed: null}, ""],
  ["", {feeds: "1,2", zoom: "2026-05-12T10:00Z..", text: "a&b #"}, "?feeds=1,2&zoom=2026-05-12T10:00Z..&text=a%26b+%23"]
])("patched(%j, %j) is %j", (search, patch, result) => expect(patched(search, patch)).toBe(result));

it("inUrl(usual).keep(value) adds an entry to the history, and keeps the rest of the URL", () => {
  history.replaceState(null, "", "/prices?x=1#end");
  const steps = history.length;
  feed.keep({feed: "2"});
  expect(location.href).toMatch(/\/prices\?x=1&feed=2#end$/);
  expect(history.length).toBe(steps + 1);
});

it("onState(element, listener) reports changes and Back while the element is in the document", () => {
  const element = document.body.appendChild(document.createElement("form"));
  const listener = vi.fn();
  onState(element, listener);
  feed.keep({feed: "2"});
  window.dispatchEvent(new PopStateEvent("popstate"));
  element.remove();
  feed.keep({feed: "3"});
  document.body.append(element);
  feed.keep({feed: "4"});
  expect(listener).toHaveBeenCalledTimes(2);
});

// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {beforeState, inUrl, onState, patched, readState} from "../../src/url/state.js";

beforeEach(() => history.replaceState(null, "", "/prices"));

it.each([
  ["?feed=1&x=2", {feed: "3"}, "?feed=3&x=2"],
  ["?feed=1", {feed: null}, ""],
  [
    "",
    {feeds: "1,2", zoom: "2026-05-12T10:00Z..2026-05-12T11:00Z"},
    "?feeds=1,2&zoom=2026-05-12T10:00Z..2026-05-12T11:00Z"
  ],
  ["", {text: "a&b=c #"}, "?text=a%26b%3Dc+%23"]
])("patched(search, patch) %j with %j is %j", (search, patch, result) => expect(patched(search, patch)).toBe(result));

it("inUrl(usual).keep(value) changes the URL as a step of the history, and keeps what it does not name", () => {
  history.replaceState(null, "", "/prices?x=1#end");
  const steps = history.length;
  inUrl({feed: null}).keep({feed: "2"});
  expect(location.href).toMatch(/\/prices\?x=1&feed=2#end$/);
  expect(readState()).toEqual({x: "1", feed: "2"});
  expect(history.length).toBe(steps + 1);
});

describe("beforeState(listener)", () => {
  it("calls once, while the state is as it was, unless that was left", () => {
    const seen: string[] = [];
    const left = beforeState(() => seen.push("left"));
    beforeState(() => seen.push(location.search));
    left();
    inUrl({feed: null}).keep({feed: "2"});
    inUrl({feed: null}).keep({feed: "3"});
    expect(seen).toEqual([""]);
  });

  it("may change the state itself, which the change that follows keeps", () => {
    beforeState(() => inUrl({zoom: null}).keep({zoom: "a"}));
    inUrl({feed: null}).keep({feed: "2"});
    expect(location.search).toBe("?zoom=a&feed=2");
  });
});

it("onState(element, listener) hears changes, and Back, while the element is in the document", () => {
  const element = document.body.appendChild(document.createElement("form"));
  const listener = vi.fn();
  onState(element, listener);
  inUrl({feed: null}).keep({feed: "2"});
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(listener).toHaveBeenCalledTimes(2);
  element.remove();
  inUrl({feed: null}).keep({feed: "3"});
  document.body.append(element);
  inUrl({feed: null}).keep({feed: "4"});
  expect(listener).toHaveBeenCalledTimes(2);
});

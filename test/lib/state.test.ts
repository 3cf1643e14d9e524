// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {beforeState, inUrl, onState, patched, readState} from "../../src/lib/state.js";

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

describe("the picks of a page's front matter", () => {
  const pick = (patch: Record<string, string | null>) =>
    inUrl(Object.fromEntries(Object.keys(patch).map((name) => [name, null]))).keep(patch);
  const content = "feed=2&range=6h&hide=";
  const meta = Object.assign(document.createElement("meta"), {name: "feedbook-picks", content});
  beforeEach(() => document.body.append(meta));
  afterEach(() => meta.remove());

  it("are the state, until the address says something else", () => {
    expect(readState()).toEqual({feed: "2", range: "6h", hide: ""});
    history.replaceState(null, "", "/prices?feed=3&range=-&x=-");
    expect(readState()).toEqual({feed: "3", hide: "", x: "-"});
  });

  it.each([
    [{feed: "3"}, "?feed=3", "3"],
    [{feed: "2"}, "", "2"],
    [{feed: null}, "?feed=-", undefined],
    [{hide: "a"}, "?hide=a", "2"],
    [{x: null}, "", "2"]
  ])("are left by %j to %j", (patch, search, feed) => {
    pick(patch);
    expect([location.search, readState().feed]).toEqual([search, feed]);
    pick({feed: "2", hide: ""});
    expect(location.search).toBe("");
  });
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

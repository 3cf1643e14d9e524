// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {nowState} from "../../../src/components/inputs/funding.js";
import {opening} from "../../lib/opening.js";

beforeEach(() => {
  history.replaceState(null, "", "/funding?basis=apr&feeds=112&range=7d");
  document.body.innerHTML = '<h2 id="over-time"></h2>';
});

describe("nowState(opening)", () => {
  it("has the time of simulated data, and none of real data", () => {
    const told = (simulated: boolean | null) => nowState({meta: {...opening.meta, simulated}}).simulatedAt;
    expect([told(true), told(false), told(null)]).toEqual([opening.meta.lastPublishedAt, null, null]);
  });

  it("links to other feeds, and keeps the rest of the view", () => {
    expect(nowState(opening).href("113,114")).toBe("?basis=apr&feeds=113,114&range=7d");
  });

  it("picks feeds as a step of the browser's history, and shows their chart", () => {
    const scrolled = vi.fn();
    Element.prototype.scrollIntoView = scrolled;
    const before = history.length;
    history.replaceState(null, "", "/funding?basis=apr&hide=112");
    nowState(opening).onPick("113,114");
    expect([location.search, history.length - before, scrolled.mock.calls.length]).toEqual([
      ...["?basis=apr&feeds=113,114", 1, 1]
    ]);
  });
});

// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {ageTone, isStale, sessionBadge} from "../../../src/components/parts/badge.js";

describe("sessionBadge(session, {ageSeconds, staleAfterSeconds})", () => {
  it.each([
    ["regular", "regular"],
    ["preMarket", "pre-market"],
    ["postMarket", "post-market"],
    ["overNight", "overnight"],
    ["closed", "closed"],
    ["toString", "toString"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"]
  ])("names %s as text", (session, name) => {
    const badge = sessionBadge(session);
    expect(badge.textContent).toBe(name);
    expect(badge.dataset.state).toBe(session);
    expect(badge.children).toHaveLength(0);
  });

  it.each([null, undefined, ""])("shows a dash for %s", (session) => {
    expect(sessionBadge(session).textContent).toBe("–");
  });

  it("says stale when a regular session is old, and why", () => {
    const badge = sessionBadge("regular", {ageSeconds: 340});
    expect(badge.textContent).toBe("stale");
    expect(badge.title).toBe("no update of its own for 6 min in the regular session");
  });
});

describe("isStale(session, {ageSeconds, staleAfterSeconds})", () => {
  it.each([
    ["regular", 60, false],
    ["regular", 60.1, true],
    ["regular", null, false],
    ["closed", 1e6, false],
    ["preMarket", 1e6, false],
    [null, 1e6, false]
  ])("%s at %s s: %s", (session, ageSeconds, stale) => {
    expect(isStale(session, {ageSeconds})).toBe(stale);
  });

  it("takes another limit", () => {
    expect(isStale("regular", {ageSeconds: 5, staleAfterSeconds: 2})).toBe(true);
  });
});

describe("ageTone(session, {ageSeconds})", () => {
  it.each([
    ["regular", 61, "warn"],
    ["regular", 5, undefined],
    ["closed", 1e6, "quiet"],
    ["postMarket", 1e6, undefined],
    [null, 1e6, undefined]
  ])("of %s at %d s is %s", (session, ageSeconds, tone) => expect(ageTone(session, {ageSeconds})).toBe(tone));
});

// @vitest-environment jsdom
import {describe, expect, it} from "vitest";
import {countdown, nextFunding, tickCountdowns} from "../../../src/components/board/countdown.js";

const at = (text: string): number => Date.parse(text);

describe("nextFunding(intervalHours, now)", () => {
  it.each([
    [8, "2026-05-12T14:00:00Z", "2026-05-12T16:00:00Z"],
    [8, "2026-05-12T16:00:00Z", "2026-05-13T00:00:00Z"], // what is paid now is not what is paid next
    [8, "2026-05-12T15:59:59.999Z", "2026-05-12T16:00:00Z"],
    [1, "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"], // no summer time in UTC
    [4, "2026-05-12T23:59:00Z", "2026-05-13T00:00:00Z"],
    [0.5, "2026-05-12T14:10:00Z", "2026-05-12T14:30:00Z"]
  ])("is with %d h at %s the next instant of the grid in UTC, %s", (hours, now, next) => {
    expect(nextFunding(hours, at(now))).toBe(at(next));
  });

  it.each([null, undefined, NaN, 0, -8, Infinity])("is missing with an interval of %s", (hours) => {
    expect(nextFunding(hours, 0)).toBeNaN();
  });
});

describe("countdown(intervalHours, now)", () => {
  it("says how long it is, and when", () => {
    const element = countdown(8, at("2026-05-12T14:50:58.2Z"));
    expect([element.textContent, element.title]).toEqual(["01:09:02", "at 2026-05-12 16:00 UTC"]);
    expect(countdown(72, 0).textContent).toBe("72:00:00");
    expect(countdown(null, 0).textContent).toBe("–");
    expect(countdown(-1, 0).textContent).toBe("–");
  });
});

describe("tickCountdowns(root, now)", () => {
  it("brings all below an element up to date, and leaves those without interval", () => {
    const root = document.createElement("div");
    root.append(countdown(8, 0), countdown(null, 0), countdown(1, 0));
    tickCountdowns(root, at("2026-05-12T14:59:59Z"));
    expect(Array.from(root.children, ({textContent}) => textContent)).toEqual(["01:00:01", "–", "00:00:01"]);
    tickCountdowns(root, at("2026-05-12T15:00:00Z"));
    expect(Array.from(root.children, ({textContent}) => textContent)).toEqual(["01:00:00", "–", "01:00:00"]);
  });
});

// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {clockFrom, countdown, nextPayment, runCountdowns} from "../../../src/ui/elements/countdown.js";
import {texts} from "../../charts/kit.js";

const at = (text: string) => Date.parse(`2026-05-12T${text}Z`);

it.each([
  ["an interval", {intervalHours: 4}, "14:05:30", "2026-05-12T16:00"],
  ["half an hour", {intervalHours: 0.5}, "14:05:30", "2026-05-12T14:30"],
  ["an interval just paid", {intervalHours: 8}, "16:00:00", "2026-05-13T00:00"],
  ["an announcement", {intervalHours: 8, nextFundingAt: "2026-05-12T15:30Z"}, "14:00:00", "2026-05-12T15:30"],
  ["one just paid", {intervalHours: 8, nextFundingAt: "2026-05-12T15:30Z"}, "15:30:00", "2026-05-12T23:30"],
  ["an old one", {intervalHours: 8, nextFundingAt: "2026-05-11T01:30Z"}, "14:00:00", "2026-05-12T17:30"]
])("nextPayment(payment, now) of %s", (_, payment, now, next) => {
  expect(new Date(nextPayment(payment, at(now))).toISOString().slice(0, 16)).toBe(next);
});

it("nextPayment(payment, now) is NaN without an interval", () => {
  expect([null, 0, -8].map((intervalHours) => nextPayment({intervalHours}, 0))).toEqual([NaN, NaN, NaN]);
});

it("countdown(payment, now) shows the time left, calmer if the reader wants less motion", () => {
  const time = countdown({intervalHours: 8}, at("14:05:30"));
  expect([time.textContent, time.getAttribute("datetime")]).toEqual(["1:54:30", "2026-05-12T16:00:00.000Z"]);
  expect([time.title, time.getAttribute("aria-live")]).toEqual(["2026-05-12 16:00 UTC", "off"]);
  vi.stubGlobal("matchMedia", () => ({matches: true}));
  expect(countdown({intervalHours: 8}, at("14:05:30")).textContent).toBe("1 h 55 min");
  vi.unstubAllGlobals();
  expect(countdown({}, at("14:05:30")).outerHTML).toMatch(/^<time(?!.*datetime).*>–</);
});

it("runCountdowns(root, clock) updates countdowns each second until their root is removed", () => {
  vi.useFakeTimers();
  const root = document.body.appendChild(document.createElement("div"));
  let now = at("14:59:58");
  runCountdowns(root, () => now);
  root.append(countdown({intervalHours: 8}, now), countdown({}, now));
  root.append(countdown({intervalHours: 8, nextFundingAt: "2026-05-12T15:00:00Z"}, now));
  const simulated = clockFrom("2026-05-12T14:00:00Z", () => now);
  const seconds = [1, 2].map(() => {
    now += 1000;
    vi.advanceTimersByTime(1000);
    return texts(root, "time").join();
  });
  expect(seconds).toEqual(["1:00:01,–,0:00:01", "1:00:00,–,8:00:00"]);
  expect([clockFrom(null, () => now)(), simulated()]).toEqual([now, at("14:00:02")]);
  root.remove();
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

// @vitest-environment jsdom
import {expect, it, vi} from "vitest";
import {clockFrom, countdown, formatLeft, nextPayment, runCountdowns} from "../../../src/ui/elements/countdown.js";
import {texts} from "../../charts/kit.js";

const at = (text: string) => Date.parse(`2026-05-12T${text}Z`);

it.each([
  [4, "14:05:30", "16:00:00"],
  [0.5, "14:05:30", "14:30:00"],
  [8, "16:00:00", "00:00:00"] // paid just now
])("nextPayment({intervalHours: %d}, %s) is at %s", (intervalHours, now, next) => {
  expect(new Date(nextPayment({intervalHours}, at(now))).toISOString().slice(11, 19)).toBe(next);
});

it("nextPayment(payment, now) is what the service says, then whole intervals later; NaN without an interval", () => {
  const next = (now: string, nextFundingAt = "2026-05-12T15:30:00Z") =>
    nextPayment({intervalHours: 8, nextFundingAt}, at(now));
  expect([next("14:00:00"), next("15:30:00")]).toEqual([at("15:30:00"), at("23:30:00")]);
  expect(next("14:00:00", "2026-05-11T01:30:00Z")).toBe(at("17:30:00"));
  expect([null, 0, -8].map((intervalHours) => nextPayment({intervalHours}, 0))).toEqual([NaN, NaN, NaN]);
});

it.each([
  [17_892_000.4, "4:58:13", "4 h 59 min"],
  [-5000, "0:00:00", "0 s"],
  [97_384_000, "27:03:04", "27 h 4 min"],
  [Number.NaN, "–", "–"]
])("formatLeft(%d) is %s, and calm %s", (ms, clock, calm) => {
  expect([formatLeft(ms), formatLeft(ms, {calm: true})]).toEqual([clock, calm]);
});

it("countdown(payment, now) says what is left, and when, but not to screen readers each second; or a dash", () => {
  const time = countdown({intervalHours: 8}, at("14:05:30"));
  expect([time.textContent, time.getAttribute("datetime")]).toEqual(["1:54:30", "2026-05-12T16:00:00.000Z"]);
  expect([time.title, time.getAttribute("aria-live")]).toEqual(["2026-05-12 16:00 UTC", "off"]);
  vi.stubGlobal("matchMedia", () => ({matches: true})); // less motion is wanted
  expect(countdown({intervalHours: 8}, at("14:05:30")).textContent).toBe("1 h 55 min");
  vi.unstubAllGlobals();
  expect(countdown({}, at("14:05:30")).outerHTML).toMatch(/^<time(?!.*datetime).*>–</);
});

it("runCountdowns(root, clock) counts down what an element has, by a real or simulated clock, until it is gone", () => {
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

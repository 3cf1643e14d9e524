// @vitest-environment jsdom
import {expect, it} from "vitest";
import {nextPayment} from "../../../src/ui/elements/countdown.js";

const at = (text: string) => Date.parse(`2026-05-12T${text}Z`);

it.each([
  ["an interval", {intervalHours: 4}, "14:05:30", "2026-05-12T16:00"],
  ["an interval just paid", {intervalHours: 8}, "16:00:00", "2026-05-13T00:00"],
  ["one just paid", {intervalHours: 8, nextFundingAt: "2026-05-12T15:30Z"}, "15:30:00", "2026-05-12T23:30"],
  ["an old one", {intervalHours: 8, nextFundingAt: "2026-05-11T01:30Z"}, "14:00:00", "2026-05-12T17:30"]
])("nextPayment(payment, now) of %s", (_, payment, now, next) => {
  expect(new Date(nextPayment(payment, at(now))).toISOString().slice(0, 16)).toBe(next);
});

it("nextPayment(payment, now) is NaN without an interval", () => {
  expect([null, 0, -8].map((intervalHours) => nextPayment({intervalHours}, 0))).toEqual([NaN, NaN, NaN]);
});

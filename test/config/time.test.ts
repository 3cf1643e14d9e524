import {describe, expect, it} from "vitest";
import type {Channel} from "../../loaders/config/choices.js";
import {assertOnGrid, parseDuration, parseInstant} from "../../loaders/config/time.js";

const now = Date.UTC(2026, 4, 12, 14);

describe("parseDuration(text)", () => {
  it.each([
    ["200ms", 200],
    ["10s", 10_000],
    ["7d", 604_800_000]
  ])("reads %s", (text, duration) => expect(parseDuration(text)).toBe(duration));

  it.each(["", "5", "0s", "-5m", "7x", "m", "five minutes"])("refuses %j with the expected form", (text) => {
    expect(() => parseDuration(text)).toThrow(`invalid duration: ${JSON.stringify(text)}; give a number and a unit`);
  });
});

describe("assertOnGrid(every, channel)", () => {
  it.each([
    ["50ms", "fixed_rate@50ms"],
    ["1s", "fixed_rate@200ms"],
    ["7ms", "real_time"]
  ] as const)("takes %s on %s", (every, channel) => expect(() => assertOnGrid(every, channel)).not.toThrow());

  it.each([
    ["10ms", 50, 50],
    ["1200ms", 1000, 2000]
  ])("refuses %s on the grid of %i ms, and names the next step: %i ms", (every, step, next) => {
    const message = `invalid step: ${every} is not a multiple of the ${step} ms step of channel fixed_rate@${step}ms: give ${next}ms`;
    expect(() => assertOnGrid(every, `fixed_rate@${step}ms` as Channel)).toThrow(message);
  });
});

describe("parseInstant(text, now)", () => {
  it.each([
    ["now-7d", now - 604_800_000],
    ["2026-05-12T13:55:00Z", now - 300_000],
    ["2026-05-12T09:55:00-04:00", now - 300_000],
    ["2026-05-12", Date.UTC(2026, 4, 12)]
  ])("reads %s", (text, instant) => expect(parseInstant(text, now)).toBe(instant));

  it.each(["", "yesterday", "now-", "now-5", "5m", "2026-02-30", "1778594100"])("refuses %j", (text) => {
    expect(() => parseInstant(text, now)).toThrow(/^invalid (time|duration): /);
  });
});

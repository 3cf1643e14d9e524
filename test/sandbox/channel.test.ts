import {describe, expect, it} from "vitest";
import {gridUs, isAvailable} from "../../loaders/sandbox/channel.js";

describe("gridUs(channel)", () => {
  it.each([
    ["real_time", 1000],
    ["fixed_rate@50ms", 50_000],
    ["fixed_rate@200ms", 200_000],
    ["fixed_rate@1000ms", 1_000_000]
  ] as const)("%s steps by %d µs", (channel, step) => expect(gridUs(channel)).toBe(step));
});

describe("isAvailable(minChannel, channel)", () => {
  it.each([
    ["real_time", "real_time", true],
    ["real_time", "fixed_rate@1000ms", true],
    ["fixed_rate@200ms", "fixed_rate@200ms", true],
    ["fixed_rate@200ms", "fixed_rate@50ms", false],
    ["fixed_rate@200ms", "real_time", false],
    ["fixed_rate@50ms", "real_time", false]
  ] as const)("%s, asked on %s: %s", (min, channel, available) => expect(isAvailable(min, channel)).toBe(available));
});

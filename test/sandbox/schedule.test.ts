import {describe, expect, it} from "vitest";
import {schedulesOf, sessionSlots, slotsPerWeek} from "../../loaders/sandbox/schedule.js";

describe("schedulesOf(market)", () => {
  it("writes the service's schedule format", () => {
    expect(schedulesOf("crypto")).toEqual([["regular", "America/New_York;O,O,O,O,O,O,O;"]]);
    expect(schedulesOf("fx")).toEqual([["regular", "America/New_York;O,O,O,O,0000-1700,C,1700-2400;"]]);
  });

  it("begins with the regular session", () => {
    expect(schedulesOf("equity").map(([key]) => key)).toEqual(["regular", "pre_market", "post_market", "over_night"]);
  });
});

describe("sessionSlots(market)", () => {
  it.each([
    ["crypto", {regular: 336}],
    ["nav", {regular: 336}],
    ["fx", {regular: 4 * 48 + 34 + 14, closed: 14 + 48 + 34}],
    ["metal", {regular: 4 * 46 + 34 + 12, closed: 4 * 2 + 14 + 48 + 36}],
    ["commodity", {regular: 4 * 46 + 34 + 12, closed: 4 * 2 + 14 + 48 + 36}],
    ["equity", {overNight: 5 * 16, preMarket: 5 * 11, regular: 5 * 13, postMarket: 5 * 8, closed: 96}]
  ] as const)("%s has the half-hours of its sessions", (market, counts) => {
    const slots = sessionSlots(market);
    expect(slots).toHaveLength(slotsPerWeek);
    const found: Record<string, number> = {};
    for (const session of slots) found[session] = (found[session] ?? 0) + 1;
    expect(found).toEqual(counts);
  });
});

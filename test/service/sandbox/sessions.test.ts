import {describe, expect, it} from "vitest";
import {sessionAt} from "../../../loaders/service/sandbox/sessions.js";

const at = (time: string): number => Date.parse(time);

describe("sessionAt(market, instantMs)", () => {
  it.each([
    ["crypto", "2026-03-08T07:00:00Z", "regular"],
    // An ordinary week in summer (UTC-4)
    ["equity", "2026-07-15T07:59:59.999Z", "overNight"],
    ["equity", "2026-07-15T08:00:00Z", "preMarket"],
    ["equity", "2026-07-15T13:30:00Z", "regular"],
    ["equity", "2026-07-15T20:00:00Z", "postMarket"],
    ["equity", "2026-07-18T00:00:00Z", "closed"], // Friday 20:00
    ["equity", "2026-07-20T00:00:00Z", "overNight"], // Sunday 20:00
    // The clocks go forward on Sunday 2026-03-08
    ["equity", "2026-03-09T13:30:00Z", "regular"],
    // and back on Sunday 2026-11-01
    ["equity", "2026-11-02T14:30:00Z", "regular"],
    ["fx", "2026-03-08T20:59:59Z", "closed"],
    ["fx", "2026-03-08T21:00:00Z", "regular"],
    ["fx", "2026-11-01T22:00:00Z", "regular"],
    ["metal", "2026-03-05T22:00:00Z", "closed"], // the daily break
    ["metal", "2026-03-05T23:00:00Z", "regular"],
    ["metal", "2026-03-06T23:00:00Z", "closed"], // no Friday evening
    ["metal", "2026-03-08T22:00:00Z", "regular"],
    ["commodity", "2026-11-02T22:30:00Z", "closed"],
    // Thanksgiving, and half a day after it
    ["equity", "2026-11-26T00:59:59Z", "postMarket"],
    ["equity", "2026-11-26T15:00:00Z", "closed"],
    ["equity", "2026-11-27T01:00:00Z", "overNight"],
    ["equity", "2026-11-27T17:59:59Z", "regular"],
    ["equity", "2026-11-27T18:00:00Z", "postMarket"],
    ["equity", "2026-11-27T22:00:00Z", "closed"]
  ] as const)("%s at %s is %s", (market, time, session) => expect(sessionAt(market, at(time))).toBe(session));
});

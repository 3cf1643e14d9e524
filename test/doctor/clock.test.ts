import {describe, expect, it} from "vitest";
import {clockVerdict, type Skew, skewOf} from "../../loaders/doctor/clock.js";
import type {Sighting} from "../../loaders/service/send.js";

const server = Date.UTC(2026, 4, 12, 14);

// A response on the way for 20 ms each way, while the local clock is ahead by so much; the header is a whole second.
function seen(aheadMs: number, atMs = 0): Sighting {
  const answeredAt = server + atMs;
  return {
    url: "http://127.0.0.1/v1/latest_price",
    sentAt: answeredAt + aheadMs - 20,
    receivedAt: answeredAt + aheadMs + 20,
    serverAt: Math.floor(answeredAt / 1000) * 1000
  };
}

describe("skewOf(sightings, published)", () => {
  it.each([0, 400, 5000, -5000])("holds the true skew of %s ms, within a second and the way", (aheadMs) => {
    for (const atMs of [0, 1, 500, 999]) {
      const {leastMs, mostMs} = skewOf([seen(aheadMs, atMs)]) ?? {leastMs: 0, mostMs: 0};
      expect(leastMs).toBeLessThanOrEqual(aheadMs);
      expect(mostMs).toBeGreaterThanOrEqual(aheadMs);
      expect(mostMs - leastMs).toBe(1040);
    }
  });

  it("is the narrower, the more responses there are", () => {
    expect(skewOf([seen(300, 10), seen(300, 980)])).toEqual({leastMs: 260, mostMs: 330});
  });

  it("takes an update to be published before it comes", () => {
    const receivedAt = server + 1200;
    expect(skewOf([seen(300)], [{publishedAt: receivedAt - 310, receivedAt}])).toMatchObject({mostMs: 310});
    expect(skewOf([seen(300)], [{publishedAt: receivedAt - 99_000, receivedAt}])).toMatchObject({mostMs: 320});
  });

  it("goes by the updates alone where no response has a date", () => {
    const none = {...seen(0), serverAt: null};
    expect(skewOf([none], [{publishedAt: server + 9000, receivedAt: server}])).toMatchObject({mostMs: -9000});
    expect(skewOf([none])).toBeNull();
  });
});

describe("clockVerdict(skew)", () => {
  it.each<[Skew, boolean, string]>([
    [
      {leastMs: -700, mostMs: 340},
      true,
      "agrees with the service's within 700 ms, as far as its Date says (it matters from 1000 ms on)"
    ],
    [{leastMs: 200, mostMs: 999}, true, "the local clock is 200 to 999 ms ahead of the service's (it matters"],
    [{leastMs: 1000, mostMs: 1900}, false, "is 1000 to 1900 ms ahead of the service's: ages and the newest"],
    [{leastMs: -3000, mostMs: -2000}, false, "is 2000 to 3000 ms behind the service's: ages"],
    [{leastMs: 61_000, mostMs: 62_000}, false, "a history books instants to come as missing; set the clock"]
  ])("of %j is ok: %s", (skew, ok, text) => {
    const verdict = clockVerdict(skew);
    expect(typeof verdict === "string").toBe(ok);
    expect(typeof verdict === "string" ? verdict : verdict.text).toContain(text);
  });
});

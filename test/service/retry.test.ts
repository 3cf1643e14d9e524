import {describe, expect, it} from "vitest";
import {isPassing, isWorthRetrying, retryAfterMs, StatusError, waitMs} from "../../loaders/service/retry.js";
import {BodyTooLong} from "../../loaders/service/send.js";

const now = Date.UTC(2026, 4, 12, 13, 55, 0);

function statusError(status: number, headers: Record<string, string> = {}): StatusError {
  const at = new Date(now);
  const times = {requestedAt: at, receivedAt: at, latencyMs: 0, tries: 1};
  return new StatusError({httpStatus: status, headers: new Headers(headers), body: "", ...times});
}

describe("isPassing(status)", () => {
  it.each([
    [408, true],
    [425, true],
    [429, true],
    [500, true],
    [501, true],
    [502, true],
    [503, true],
    [504, true],
    [599, true],
    [301, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [413, false],
    [422, false],
    [600, false],
    [999, false]
  ])("%i: %j", (status, expected) => {
    expect(isPassing(status)).toBe(expected);
  });
});

describe("retryAfterMs(headers, now)", () => {
  it.each([
    ["0", 0],
    ["3", 3000],
    [" 120 ", 120_000],
    ["0.5", 500],
    ["Tue, 12 May 2026 13:55:07 GMT", 7000],
    ["Tuesday, 12-May-26 13:56:00 GMT", 60_000],
    ["Tue May 12 13:55:02 2026", 2000],
    ["Tue, 12 May 2026 13:00:00 GMT", 0],
    ["99999999999999999999", 365 * 86_400_000],
    ["9".repeat(400), 365 * 86_400_000],
    ["Wed, 12 May 9999 13:55:07 GMT", 365 * 86_400_000],
    ["-5", null],
    ["1e9", null],
    ["0, 100", null],
    ["soon", null],
    ["2026-05-12T13:55:07Z", null],
    ["", null]
  ])("reads %j as %j", (text, expected) => {
    expect(retryAfterMs(new Headers({"retry-after": text}), now)).toBe(expected);
  });

  it("is null where the header is absent", () => {
    expect(retryAfterMs(new Headers(), now)).toBeNull();
  });
});

describe("isWorthRetrying(error, maxRetryAfterMs, now)", () => {
  it("is true for what passes, unless the wait is too long", () => {
    expect(isWorthRetrying(new TypeError("fetch failed"), 0, now)).toBe(true);
    expect(isWorthRetrying(statusError(503), 0, now)).toBe(true);
    expect(isWorthRetrying(statusError(429, {"retry-after": "60"}), 60_000, now)).toBe(true);
    expect(isWorthRetrying(statusError(429, {"retry-after": "61"}), 60_000, now)).toBe(false);
    expect(isWorthRetrying(statusError(400), 60_000, now)).toBe(false);
    expect(isWorthRetrying(new BodyTooLong(), 60_000, now)).toBe(false);
  });
});

describe("waitMs(error, retry, now, random)", () => {
  it("doubles up to a limit", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((retry) => waitMs(new Error("x"), retry, now, 0));
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]);
  });

  it("takes off up to half at random", () => {
    expect(waitMs(new Error("x"), 1, now, 1)).toBe(150);
  });

  it("does what the service says instead, exactly", () => {
    expect(waitMs(statusError(429, {"retry-after": "2"}), 5, now, 1)).toBe(2000);
    expect(waitMs(statusError(503, {"retry-after": "Tue, 12 May 2026 13:55:07 GMT"}), 1, now, 1)).toBe(7000);
    expect(waitMs(statusError(503, {"retry-after": "soon"}), 1, now, 0)).toBe(300);
  });
});

import {describe, expect, it} from "vitest";
import {isPassing, retryAfterMs, waitMs} from "../../loaders/service/exchange.js";

const now = Date.UTC(2026, 4, 12, 13, 55, 0);

describe("isPassing(status)", () => {
  it("is true of what may succeed later", () => {
    const statuses = [301, 400, 401, 403, 404, 408, 413, 422, 425, 429, 500, 501, 502, 503, 504, 599, 600, 999];
    expect(statuses.filter(isPassing)).toEqual([408, 425, 429, 500, 501, 502, 503, 504, 599]);
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

describe("waitMs(error, retry, now, random)", () => {
  it("doubles up to a limit", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 50].map((retry) => waitMs(new Error("x"), retry, now, 0));
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]);
  });
});

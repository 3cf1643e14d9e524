import {describe, expect, it} from "vitest";
import {watchOutage} from "../../loaders/watch/outage.js";

describe("watchOutage({log})", () => {
  it("is told once when it begins and once when it ends, and again the next time", () => {
    const told: string[] = [];
    const log = {
      note: (text: string) => told.push(text),
      warn: (text: string) => told.push(text),
      step() {},
      done() {}
    };
    const outage = watchOutage({log});
    outage.end();
    expect([told, outage.failing()]).toEqual([[], null]);
    for (const reason of ["busy", "gone"]) outage.begin(new Error(reason));
    expect(outage.failing()?.message).toBe("the last polls failed: gone");
    outage.end();
    outage.end();
    expect(outage.failing()).toBeNull();
    outage.begin(new Error("busy"));
    expect(told).toEqual([
      expect.stringMatching(/^poll failed: busy; backing off/),
      expect.stringMatching(/^the service answers again, after \d+ms$/),
      expect.stringMatching(/^poll failed: busy;/)
    ]);
  });
});

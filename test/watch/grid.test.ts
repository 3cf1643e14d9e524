import {afterEach, describe, expect, it, vi} from "vitest";
import {nextInstant} from "../../loaders/watch/grid.js";

const forEver = Number.POSITIVE_INFINITY;
const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

describe("nextInstant(step, end, signal)", () => {
  it("gives multiples of the step, one after another, never before their time", async () => {
    let before = 0;
    for (let i = 0; i < 10; i++) {
      const instant = (await nextInstant(20, forEver, never)) ?? Number.NaN;
      expect(instant % 20).toBe(0);
      expect(instant).toBeGreaterThan(before);
      expect(instant).toBeLessThanOrEqual(Date.now());
      before = instant;
    }
  });

  it("gives the last one if others passed while nobody waited: they are skipped, and the grid is kept", async () => {
    await nextInstant(20, forEver, never);
    const until = performance.now() + 90;
    while (performance.now() < until);
    const from = Date.now();
    const instant = (await nextInstant(20, forEver, never)) ?? Number.NaN;
    expect(instant).toBeGreaterThan(from);
    expect(instant % 20).toBe(0);
  });

  it("gives null at once where the next one would come after the end", async () => {
    expect(await nextInstant(3_600_000, performance.now() + 100, never)).toBeNull();
  });

  it("gives null when it is aborted, also in the middle of a wait", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await nextInstant(3_600_000, forEver, controller.signal)).toBeNull();
    expect(await nextInstant(3_600_000, forEver, controller.signal)).toBeNull();
  });

  it("waits by the clock as it is after it was set: forward ends the wait, back begins no longer one", async () => {
    vi.useFakeTimers({toFake: ["Date"], now: 10_000_000});
    const hour = nextInstant(3_600_000, forEver, never);
    vi.setSystemTime(10_800_000);
    expect(await hour).toBe(10_800_000);

    vi.setSystemTime(10_805_000);
    const minute = nextInstant(60_000, forEver, never);
    vi.setSystemTime(5_999_990); // an hour and more back: not waited for over again
    await new Promise((resolve) => setTimeout(resolve, 1100));
    vi.setSystemTime(6_000_001);
    expect(await minute).toBe(6_000_000);
  });
});

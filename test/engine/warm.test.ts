// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";

// No mock of vitest: it would handle the rejections that nobody else does.
const snapshot = vi.hoisted(() => ({calls: 0, connect: async (): Promise<unknown> => ({})}));
const idle: (() => void)[] = [];

vi.mock("../../src/engine/snapshot.js", () => ({
  connectSnapshot() {
    snapshot.calls++;
    return snapshot.connect();
  }
}));

beforeEach(() => {
  vi.resetModules();
  snapshot.calls = 0;
  idle.length = 0;
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => run());
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
});
afterEach(() => vi.unstubAllGlobals());

describe("warmUp()", () => {
  it("starts DuckDB once, when the browser is idle, and leaves a failure to the first query", async () => {
    const {warmUp} = await import("../../src/engine/warm.js");
    snapshot.connect = () => Promise.reject(new Error("no network"));
    warmUp();
    warmUp();
    expect([idle.length, snapshot.calls]).toEqual([1, 0]);
    idle[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(snapshot.calls).toBe(1);
  });

  it("waits until the page has loaded", async () => {
    const {warmUp} = await import("../../src/engine/warm.js");
    const state = vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
    warmUp();
    expect(idle).toHaveLength(0);
    window.dispatchEvent(new Event("load"));
    expect(idle).toHaveLength(1);
    state.mockRestore();
  });
});

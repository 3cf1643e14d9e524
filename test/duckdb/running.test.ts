// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it, vi} from "vitest";
import {graceMs, inTurn} from "../../src/duckdb/running.js";

const main = document.body.appendChild(document.createElement("main"));
const isBusy = () => document.documentElement.hasAttribute("data-busy");
const line = () => document.querySelector(".fb-running");
const halt = vi.fn();

/** Work that ends when it is told to. */
function work<T>(value: T) {
  let end = () => {};
  const started = vi.fn();
  const run = () => {
    started();
    return new Promise<T>((resolve) => (end = () => resolve(value)));
  };
  return {run, started, end: () => end()};
}

beforeEach(() => {
  vi.useFakeTimers();
  halt.mockClear();
});
afterEach(() => vi.useRealTimers());

describe("inTurn(work, {halt, until})", () => {
  it("gives what the work gives, or throws what it throws, and marks the page until the last is done", async () => {
    const long = work(7);
    const first = inTurn(long.run, {halt});
    const second = inTurn(() => Promise.reject(new Error("no")), {halt});
    const failed = expect(second).rejects.toThrow("no");
    expect([isBusy(), main.getAttribute("aria-busy")]).toEqual([true, "true"]);
    long.end();
    expect(await first).toBe(7);
    await failed;
    await vi.advanceTimersByTimeAsync(0);
    expect([isBusy(), main.getAttribute("aria-busy")]).toEqual([false, "false"]);
  });

  it("says after half a second how long it takes, and how many wait", async () => {
    const [a, b] = [work(1), work(2)];
    const both = [inTurn(a.run, {halt}), inTurn(b.run, {name: "query b", halt})];
    await vi.advanceTimersByTimeAsync(400);
    expect(line()).toBeNull();
    await vi.advanceTimersByTimeAsync(2900);
    expect(line()?.textContent).toBe("Asking DuckDB …3.3 s, 1 waitingCancel");
    a.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(line()?.textContent).toBe("Asking DuckDB: query b …1.0 sCancel");
    b.end();
    await Promise.all(both);
    await vi.advanceTimersByTimeAsync(0);
    expect(line()).toBeNull();
  });

  it("ends work that nobody waits for any more, unless it ends by itself in a moment", async () => {
    const [long, short] = [work(1), work(2)];
    const gone = expect(inTurn(long.run, {halt, until: Promise.resolve()})).rejects.toThrow(/^cancelled: its cell/);
    await gone;
    expect(halt).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(graceMs);
    expect(halt).toHaveBeenCalledOnce();
    await expect(inTurn(short.run, {halt, until: Promise.resolve()})).rejects.toThrow(/^cancelled/);
    short.end();
    await vi.advanceTimersByTimeAsync(graceMs);
    expect(halt).toHaveBeenCalledOnce();
    expect(isBusy()).toBe(false);
  });

  it("never starts what is cancelled while it waits", async () => {
    const [a, b] = [work(1), work(2)];
    const first = inTurn(a.run, {halt});
    await expect(inTurn(b.run, {halt, until: Promise.resolve()})).rejects.toThrow(/^cancelled/);
    a.end();
    await first;
    await vi.advanceTimersByTimeAsync(graceMs);
    expect(b.started).not.toHaveBeenCalled();
    expect([halt.mock.calls.length, isBusy()]).toEqual([0, false]);
  });
});

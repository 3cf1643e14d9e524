// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {graceMs, inTurn} from "../../src/duckdb/running.js";

const main = document.createElement("main");
const busy = () => [document.documentElement.hasAttribute("data-busy"), main.getAttribute("aria-busy")];
const halt = vi.fn();

// Work that lasts until the test ends it.
function work<T>(value: T) {
  let end = () => {};
  const run = vi.fn(() => new Promise<T>((resolve) => (end = () => resolve(value))));
  return {run, end: () => end()};
}

beforeEach(() => {
  document.body.append(main);
  vi.useFakeTimers();
  halt.mockClear();
});

describe("inTurn(work, {halt, until})", () => {
  it.each([
    ["halts", 0, 1],
    ["does not halt", graceMs - 1, 0]
  ])("%s unneeded work that ends by itself after %d ms, 0 for never", async (_, ms, halts) => {
    const {run, end} = work(1);
    const until = new Promise((resolve) => setTimeout(resolve, 1)); // it has started by then
    const refused = expect(inTurn(run, {halt, until})).rejects.toThrow(/^cancelled: its cell/);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    if (ms > 0) setTimeout(end, ms);
    expect(halt).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(graceMs);
    expect([halt.mock.calls.length, busy()]).toEqual([halts, [false, "false"]]);
  });

  it("never starts work that is cancelled while it waits", async () => {
    const [a, b] = [work(1), work(2)];
    const first = inTurn(a.run, {halt});
    await vi.advanceTimersByTimeAsync(0);
    await expect(inTurn(b.run, {halt, until: Promise.resolve()})).rejects.toThrow(/^cancelled/);
    a.end();
    await first;
    await vi.advanceTimersByTimeAsync(graceMs);
    expect([b.run.mock.calls.length, halt.mock.calls.length]).toEqual([0, 0]);
  });

  it("runs from the top of the page to its foot, in whatever order cells ask", async () => {
    const ran: string[] = [];
    const ask = (name: string, place?: number) =>
      inTurn(async () => void ran.push(name), {halt, ...(place !== undefined && {place})});
    const all = [ask("table", 9), ask("chart", 2), ask("chart's overview", 2), ask("figures", 4), ask("by a click")];
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all(all);
    expect(ran).toEqual(["by a click", "chart", "chart's overview", "figures", "table"]);
  });
});

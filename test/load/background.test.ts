import {describe, expect, it} from "vitest";
import {inBackground} from "../../loaders/load/background.js";

const failing = async () => {
  throw new Error("disk full");
};

describe("inBackground(work, laterMs)", () => {
  it("runs the work without being waited for", async () => {
    let runs = 0;
    const {start, settled} = inBackground(async () => void runs++, Infinity);
    start();
    await settled();
    await settled();
    expect(runs).toBe(1);
  });

  it("tells a failure once, to whoever waits for it", async () => {
    const {start, settled} = inBackground(failing, Infinity);
    start();
    await expect(settled()).rejects.toThrow("disk full");
    await expect(settled()).resolves.toBeUndefined();
  });

  it("runs later, once however often it is asked to, and not where it is started before", async () => {
    let runs = 0;
    const {start, startLater, settled} = inBackground(async () => void runs++, 20);
    for (let i = 0; i < 3; i++) startLater();
    await expect.poll(() => runs).toBe(1);
    startLater();
    start();
    await settled();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(runs).toBe(2);
  });

  it("runs one at a time, also where two wait for the same run", async () => {
    const events: string[] = [];
    let runs = 0;
    const work = async () => {
      const run = ++runs;
      events.push(`begin ${run}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      events.push(`end ${run}`);
      if (run === 2) throw new Error("disk full");
    };
    const {start, startLater, settled} = inBackground(work, 10);
    start();
    const first = settled();
    startLater();
    await new Promise((resolve) => setTimeout(resolve, 20)); // the second waits for the first
    await first;
    start();
    await settled();
    expect(events).toEqual(["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"]);
  });

  it("runs later again after a failure that was told", async () => {
    let runs = 0;
    const work = async () => {
      if (++runs === 1) throw new Error("disk full");
    };
    const {start, startLater, settled} = inBackground(work, 10);
    start();
    startLater();
    await new Promise((resolve) => setTimeout(resolve, 30));
    await expect(settled()).rejects.toThrow("disk full");
    startLater();
    await expect.poll(() => runs).toBe(2);
  });

  it("leaves a failure for whoever waits, instead of running later", async () => {
    let runs = 0;
    const work = () => {
      runs++;
      return failing();
    };
    const {start, startLater, settled} = inBackground(work, 10);
    start();
    startLater();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(runs).toBe(1);
    await expect(settled()).rejects.toThrow("disk full");
  });
});

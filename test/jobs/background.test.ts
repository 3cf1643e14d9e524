import {describe, expect, it} from "vitest";
import {inBackground} from "../../loaders/jobs/background.js";

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

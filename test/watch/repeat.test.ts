import {describe, expect, it} from "vitest";
import {silent} from "../../loaders/load/log.js";
import {repeat} from "../../loaders/watch/repeat.js";

const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("repeat(work, {every, share, problem, log})", () => {
  it("does the work when it is offered and due, one at a time, and waits for it at the end", async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await nap(30);
      running -= 1;
      done += 1;
    };
    const {offer, finish} = repeat(work, {every: 20, problem: "", log: silent});
    offer();
    expect(running).toBe(0); // not due yet
    while (done < 3) {
      offer();
      await nap(1);
    }
    await nap(25);
    offer();
    await finish();
    expect([most, running, done]).toEqual([1, 0, 4]);
  });

  it("leaves so much time between that the work takes its share at most", async () => {
    let done = 0;
    const work = async () => {
      await nap(30);
      done += 1;
    };
    const {offer, finish} = repeat(work, {every: 0, share: 0.001, problem: "", log: silent});
    offer();
    await finish();
    offer(); // due again after half a minute
    await finish();
    expect(done).toBe(1);
  });

  it("never does what is never due", async () => {
    const {offer, finish} = repeat(() => Promise.reject(new Error("done")), {
      ...{every: Number.POSITIVE_INFINITY, problem: "failed"},
      log: {...silent, warn: () => expect.fail()}
    });
    offer();
    await finish();
  });

  it("tells nothing of what was interrupted", async () => {
    const controller = new AbortController();
    const work = async () => {
      controller.abort();
      throw new Error("interrupted");
    };
    const log = {...silent, warn: () => expect.fail()};
    const {offer, finish} = repeat(work, {every: 0, problem: "not published", log, signal: controller.signal});
    offer();
    await finish();
  });

  it("tells a failure once until it succeeds again", async () => {
    const told: string[] = [];
    const outcomes = ["full", "full", null, "gone"];
    let done = 0;
    const work = async () => {
      const outcome = outcomes[done++];
      if (outcome) throw new Error(outcome);
    };
    const {offer, finish} = repeat(work, {
      every: 0,
      problem: "not published",
      log: {...silent, warn: (text) => told.push(text)}
    });
    for (const _ of outcomes) {
      offer();
      await finish();
    }
    expect(told).toEqual(["not published: full", "not published: gone"]);
  });
});

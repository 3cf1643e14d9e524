import {afterEach, describe, expect, it, vi} from "vitest";
import {silent} from "../../../loaders/load/report.js";
import {repeat, runSchedule} from "../../../loaders/load/watch/schedule.js";

const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterEach(() => {
  vi.useRealTimers();
});

// The instants at which a schedule ticks until `on` says so, and what happens at each.
async function ticksOf(step: number, on: (instants: number[]) => boolean | undefined, end = Number.POSITIVE_INFINITY) {
  const controller = new AbortController();
  const instants: number[] = [];
  const tick = (instant: number) => {
    instants.push(instant);
    if (on(instants)) controller.abort();
  };
  await runSchedule({step, end, signal: controller.signal}, tick);
  return instants;
}

describe("runSchedule({step, end, signal}, tick, tasks)", () => {
  it("ticks at multiples of the step, one after another, never before their time", async () => {
    const late: number[] = [];
    const instants = await ticksOf(20, (so) => {
      late.push(Date.now() - (so.at(-1) ?? 0));
      return so.length === 10;
    });
    expect(instants.every((instant, i) => instant % 20 === 0 && instant > (instants[i - 1] ?? 0))).toBe(true);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  });

  it("skips the instants that passed meanwhile, and keeps the grid", async () => {
    const [first = 0, second = 0] = await ticksOf(20, (so) => {
      const until = performance.now() + 90;
      while (performance.now() < until);
      return so.length === 2;
    });
    expect(second - first).toBeGreaterThanOrEqual(80);
    expect(second % 20).toBe(0);
  });

  it("ends at once where the next instant would come after the end", async () => {
    expect(await ticksOf(3_600_000, () => true, performance.now() + 100)).toEqual([]);
  });

  it("ends when it is aborted, also in the middle of a wait", async () => {
    const signal = AbortSignal.timeout(20);
    await runSchedule({step: 3_600_000, end: Number.POSITIVE_INFINITY, signal}, () => expect.fail());
    await runSchedule({step: 3_600_000, end: Number.POSITIVE_INFINITY, signal}, () => expect.fail());
  });

  it("goes by the clock as it is after it was set: forward ends the wait, back begins no longer one", async () => {
    vi.useFakeTimers({toFake: ["Date"], now: 10_000_000});
    const hour = ticksOf(3_600_000, () => true);
    vi.setSystemTime(10_800_000);
    expect(await hour).toEqual([10_800_000]);

    vi.setSystemTime(10_805_000);
    const minute = ticksOf(60_000, () => true);
    vi.setSystemTime(5_999_990); // an hour and more back: not waited for over again
    await nap(200);
    vi.setSystemTime(6_000_001);
    expect(await minute).toEqual([6_000_000]);
  });

  it("offers its tasks between the ticks, and throws what a tick throws", async () => {
    let offers = 0;
    const task = {offer: () => void ++offers, finish: async () => {}};
    const tick = () => {
      throw new Error("refused");
    };
    const signal = new AbortController().signal;
    await expect(runSchedule({step: 400, end: Number.POSITIVE_INFINITY, signal}, tick, [task])).rejects.toThrow(
      "refused"
    );
    const ending = {step: 3_600_000, end: performance.now(), signal};
    await runSchedule(ending, tick, [task]);
    expect(offers).toBeGreaterThan(0);
  });
});

describe("repeat(work, {every, share, ready, problem, log, signal})", () => {
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

  it("does nothing where there is nothing to do, and does it as soon as there is", async () => {
    let [done, ready] = [0, false];
    const {offer, finish} = repeat(async () => ++done, {every: 0, ready: () => ready, problem: "", log: silent});
    offer();
    await finish();
    ready = true;
    offer();
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

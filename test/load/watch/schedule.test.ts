import {afterEach, describe, expect, it, vi} from "vitest";
import {silent} from "../../../loaders/load/report.js";
import {repeat, runSchedule} from "../../../loaders/load/watch/schedule.js";

const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = Number.POSITIVE_INFINITY;

afterEach(() => {
  vi.useRealTimers();
});

// The instants at which a schedule ticks, until `isOver`.
async function ticksOf(step: number, isOver: (instants: number[]) => boolean, end = never): Promise<number[]> {
  const controller = new AbortController();
  const instants: number[] = [];
  await runSchedule({step, end, signal: controller.signal}, (instant) => {
    instants.push(instant);
    if (isOver(instants)) controller.abort();
  });
  return instants;
}

describe("runSchedule({step, end, signal}, tick, tasks)", () => {
  it("ticks at multiples of the step, in order, never before their time", async () => {
    const late: number[] = [];
    const instants = await ticksOf(20, (so) => late.push(Date.now() - (so.at(-1) ?? 0)) === 10);
    expect(instants.every((instant, i) => instant % 20 === 0 && instant > (instants[i - 1] ?? 0))).toBe(true);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  });

  it("skips the instants that passed during a tick, and keeps the grid", async () => {
    const [first = 0, second = 0] = await ticksOf(20, (so) => {
      const until = performance.now() + 90;
      while (performance.now() < until);
      return so.length === 2;
    });
    expect(second - first).toBeGreaterThanOrEqual(80);
    expect(second % 20).toBe(0);
  });

  it("ends when the next instant would be after the end, or when it is aborted", async () => {
    expect(await ticksOf(3_600_000, () => true, performance.now() + 100)).toEqual([]);
    const signal = AbortSignal.timeout(20);
    for (const _ of ["during a wait", "before"])
      await runSchedule({step: 3_600_000, end: never, signal}, () => expect.fail());
  });

  it("follows the clock when it is set forward or back", async () => {
    vi.useFakeTimers({toFake: ["Date"], now: 10_000_000});
    const hour = ticksOf(3_600_000, () => true);
    vi.setSystemTime(10_800_000);
    expect(await hour).toEqual([10_800_000]);

    vi.setSystemTime(10_805_000);
    const minute = ticksOf(60_000, () => true);
    vi.setSystemTime(5_999_990); // over an hour back, which it does not wait for again
    await nap(200);
    vi.setSystemTime(6_000_001);
    expect(await minute).toEqual([6_000_000]);
  });

  it("offers its tasks between ticks, and throws the error of a tick", async () => {
    let offers = 0;
    const task = {offer: () => void ++offers, finish: async () => {}};
    const tick = () => {
      throw new Error("refused");
    };
    const ticking = {step: 400, end: never, signal: new AbortController().signal};
    await expect(runSchedule(ticking, tick, [task])).rejects.toThrow("refused");
    await runSchedule({...ticking, step: 3_600_000, end: performance.now()}, tick, [task]);
    expect(offers).toBeGreaterThan(0);
  });
});

describe("repeat(work, {every, share, ready, problem, log, signal})", () => {
  const usual = {every: 0, problem: "failed", log: silent};
  const strict = {...usual, log: {...silent, warn: () => expect.fail()}};

  async function runs(times: number, ...[work, repetition]: Parameters<typeof repeat>): Promise<void> {
    const {offer, finish} = repeat(work, repetition);
    for (let time = 0; time < times; time++) {
      offer();
      await finish();
    }
  }

  it("runs the work when it is due, one at a time, and waits for it at the end", async () => {
    let [running, most, done] = [0, 0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await nap(30);
      running -= 1;
      done += 1;
    };
    const {offer, finish} = repeat(work, {...usual, every: 20});
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

  it.each([
    ["share", {share: 0.001}, 1],
    ["ready", {ready: () => false}, 0],
    ["every", {every: never}, 0]
  ])("runs no more often than `%s` allows", async (_, repetition, expected) => {
    let done = 0;
    const work = async () => {
      await nap(30);
      done += 1;
    };
    await runs(3, work, {...usual, ...repetition});
    expect(done).toBe(expected);
  });

  it("does not report a failure by interruption", async () => {
    const controller = new AbortController();
    const work = async () => {
      controller.abort();
      throw new Error("interrupted");
    };
    await runs(1, work, {...strict, signal: controller.signal});
  });

  it("reports a failure once until a run succeeds", async () => {
    const warnings: string[] = [];
    const outcomes = ["full", "full", null, "gone"];
    const work = async () => {
      const outcome = outcomes.shift();
      if (outcome) throw new Error(outcome);
    };
    await runs(4, work, {...usual, log: {...silent, warn: (text) => warnings.push(text)}});
    expect(warnings).toEqual(["failed: full", "failed: gone"]);
  });
});

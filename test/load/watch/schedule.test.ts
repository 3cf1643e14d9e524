import {describe, expect, it} from "vitest";
import {silent} from "../../../loaders/load/report.js";
import {repeat, runSchedule} from "../../../loaders/load/watch/schedule.js";

const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = Number.POSITIVE_INFINITY;

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
    const step = 1e13; // at no time that a test runs
    expect(await ticksOf(step, () => true, performance.now() + 100)).toEqual([]);
    const signal = AbortSignal.timeout(20);
    for (const _ of ["during a wait", "before"]) await runSchedule({step, end: never, signal}, () => expect.fail());
  });
});

describe("repeat(work, {every, share, problem, log, signal})", () => {
  const usual = {every: 0, share: 1, problem: "failed", log: silent};

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
    ["every", {every: never}, 0]
  ])("runs no more often than `%s` allows", async (_, repetition, expected) => {
    let done = 0;
    const work = async () => {
      await nap(30);
      done += 1;
    };
    const {offer, finish} = repeat(work, {...usual, ...repetition});
    for (const _ of [1, 2, 3]) {
      offer();
      await finish();
    }
    expect(done).toBe(expected);
  });
});

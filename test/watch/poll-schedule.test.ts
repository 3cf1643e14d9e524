import {describe, expect, it} from "vitest";
import {type Asking, schedulePolls} from "../../loaders/watch/poll-schedule.js";

const stepMs = 200;

// Questions that are answered by hand, and what became of the polls.
function pollsOf(given: Partial<Asking> = {}) {
  const open: ((sentAt: number | null) => void)[] = [];
  const ask = () => new Promise<number | null>((resolve) => open.push(resolve));
  const polls = schedulePolls({stepMs, ask, mayAsk: () => true, hasRoom: () => false, ...given});
  let asked = 0;
  return {
    ...polls,
    // How often was asked since the last time.
    asked() {
      const since = open.length - asked;
      asked = open.length;
      return since;
    },
    async answer(index: number, sentAt: number | null) {
      open[index]?.(sentAt);
      await new Promise(setImmediate);
    }
  };
}

describe("schedulePolls({stepMs, ask, mayAsk, hasRoom})", () => {
  it("asks once in a step", async () => {
    const {offer, answer, asked} = pollsOf();
    for (const instant of [1000, 1100]) offer(instant);
    expect(asked()).toBe(1);
    await answer(0, 1000);
    offer(1150);
    expect(asked()).toBe(0);
    offer(1200);
    expect(asked()).toBe(1);
  });

  it("asks beside a question only where there is room", () => {
    let room = true;
    const {offer, asking} = pollsOf({hasRoom: () => room});
    for (const instant of [1000, 1200, 1400]) offer(instant);
    room = false;
    for (const instant of [1600, 1800]) offer(instant);
    expect(asking()).toBe(3);
  });

  it("makes up for the last step that had no room, once", async () => {
    const {offer, answer, asked} = pollsOf();
    for (const instant of [1000, 1200, 1400]) offer(instant);
    expect(asked()).toBe(1);
    await answer(0, 1010);
    expect(asked()).toBe(1);
    await answer(1, 1450);
    expect(asked()).toBe(0);
  });

  it("does not where the question before was sent late enough to have that update", async () => {
    const {offer, answer, asked} = pollsOf();
    for (const instant of [1000, 1200]) offer(instant);
    asked();
    await answer(0, 1201);
    expect(asked()).toBe(0);
  });

  it("does not where that question failed, nothing may be asked, or it is to end", async () => {
    for (const [given, sentAt] of [
      [{}, null],
      [{mayAsk: () => mayAsk}, 1000]
    ] as const) {
      const {offer, answer, asked} = pollsOf(given);
      for (const instant of [1000, 1200]) offer(instant);
      mayAsk = false;
      asked();
      await answer(0, sentAt);
      expect(asked()).toBe(0);
      mayAsk = true;
    }
    const {offer, answer, asked, finish} = pollsOf();
    for (const instant of [1000, 1200]) offer(instant);
    asked();
    const ended = finish();
    await answer(0, 1000);
    await ended;
    expect(asked()).toBe(0);
  });

  it("asks for nothing while it may not, and for that step when it may again", () => {
    mayAsk = false;
    const {offer, asked} = pollsOf({mayAsk: () => mayAsk});
    offer(1000);
    expect(asked()).toBe(0);
    mayAsk = true;
    offer(1050);
    expect(asked()).toBe(1);
  });
});

let mayAsk = true;

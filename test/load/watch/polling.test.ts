import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Channel} from "../../../loaders/config/choices.js";
import type {Load} from "../../../loaders/load/books.js";
import {type Asking, makePolling, type Polling, schedulePolls} from "../../../loaders/load/watch/polling.js";
import {enterPlace, type LoadingPlace} from "../../helpers/loading.js";
import {type Asked, answerAll, serveFeeds} from "../../helpers/service.js";
import {type Reply, reply} from "../../service/loopback.js";

describe("polling", () => {
  let place: LoadingPlace;

  beforeEach(() => {
    place = enterPlace();
  });

  afterEach(() => place.leave());

  interface Given {
    answer?: (asked: Asked) => Reply;
    ids?: number[];
    channel?: Channel;
    every?: number;
    retryRefused?: number;
  }

  // Polls of batches of two feeds; every instant is asked at by hand, and waited for.
  async function polling(work: (polling: Polling, asked: Asked[], load: Load) => Promise<void>, given: Given = {}) {
    const {
      answer = answerAll,
      ids = [1, 2, 3],
      channel = "fixed_rate@200ms",
      every = 200,
      retryRefused = 3_600_000
    } = given;
    const {url, asked} = await serveFeeds({answer});
    const config = {service: {retries: 0, concurrency: 2, batchSize: {latest_price: 2}}};
    return place.load(
      (load) => work(makePolling(load, [{feeds: {ids}, channel}], {every, retryRefused}), asked, load),
      {
        baseUrl: url,
        config
      }
    );
  }

  describe("makePolling(load, asks, {every, retryRefused})", () => {
    it("asks on real_time, which has no grid, at every instant it is given", async () => {
      const instants = [10_000, 10_037, 10_074, 10_111];
      const working = async ({poll, finish}: Polling, asked: Asked[]) => {
        for (const instant of instants) {
          poll(instant);
          await finish();
        }
        expect(asked.map(({channel}) => channel)).toEqual(instants.map(() => "real_time"));
      };
      await polling(working, {channel: "real_time", every: 37, ids: [1]});
    });
  });

  describe("makePolling(load, asks, {retryRefused: 0}) after feeds were refused", () => {
    const reasons = [2, 3].map((feed) => ({feed, reason: `Not entitled: feed ${feed}`}));
    const refusing = new Set<number>();
    let [isDown, isOdd] = [false, false];

    beforeEach(() => {
      for (const feed of [2, 3]) refusing.add(feed);
      [isDown, isOdd] = [false, false];
    });

    const answer = ({priceFeedIds = []}: Asked) => {
      if (isDown) return reply(503, "busy");
      const refused = priceFeedIds.find((id) => refusing.has(id));
      if (refused === undefined && isOdd) return reply(200, "<html>");
      return refused === undefined ? answerAll({path: "", priceFeedIds}) : reply(403, `Not entitled: feed ${refused}`);
    };

    async function ask(times: number, {poll, finish}: Polling) {
      for (let time = 0; time < times; time++) {
        poll(10_000 + 200 * ++instants);
        await finish();
      }
    }
    let instants = 0;

    it("asks again, tells which feeds came back, and of the others nothing a second time", async () => {
      const report = await polling(
        async (polls, asked, load) => {
          await ask(1, polls);
          refusing.delete(2);
          await ask(2, polls);
          expect([...load.removed]).toEqual([3]);
          expect(asked.filter(({priceFeedIds}) => priceFeedIds?.join() === "1,2")).toHaveLength(3);
        },
        {answer, retryRefused: 0}
      );
      expect(report).toMatchObject({refused: 2, removed: reasons.slice(1)});
      expect(report.asked).toBe(report.received + report.missing + report.refused);
      expect(place.notes).toEqual(["feeds that were refused answer again: 2"]);
      expect(place.warnings).toHaveLength(2);
    });

    it("takes feeds back that answer again, also where the answer is no update", async () => {
      await polling(
        async (polls, _asked, load) => {
          await ask(1, polls);
          refusing.clear();
          isOdd = true;
          await ask(1, polls);
          expect([...load.removed]).toEqual([]);
        },
        {answer, retryRefused: 0}
      );
    });

    it("leaves all as it was where there was no answer, and counts a feed that stays refused once", async () => {
      const report = await polling(
        async (polls, _asked, load) => {
          await ask(3, polls);
          isDown = true;
          await ask(1, polls);
          expect([...load.removed].sort()).toEqual([2, 3]);
        },
        {answer, retryRefused: 0}
      );
      expect(report).toMatchObject({refused: 2, removed: reasons});
      expect(place.notes).toEqual([]);
    });
  });
});

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

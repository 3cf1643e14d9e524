import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {askAndBook} from "../../loaders/load/ask.js";
import type {Load} from "../../loaders/load/context.js";
import {forgetRefused} from "../../loaders/watch/refusing.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {type Asked, serveFeeds, updateOf} from "../helpers/service.js";
import {reply} from "../service/loopback.js";

let place: LoadingPlace;

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

const feeds = {ids: [1, 2, 3]};

/** Runs `work` after a question in which feeds 2 and 3 were refused; `entitled` tells the service whom it no longer refuses. */
async function refused(work: (load: Load, entitle: (id: number) => void) => Promise<void>) {
  const refusing = new Set([2, 3]);
  const answer = ({priceFeedIds = []}: Asked) => {
    const bad = priceFeedIds.find((id) => refusing.has(id));
    return bad === undefined ? reply(200, updateOf(priceFeedIds)) : reply(403, `Not entitled: feed ${bad}`);
  };
  const {url, asked} = await serveFeeds({answer});
  const report = await place.load(
    async (load) => {
      await ask(load);
      await work(load, (id) => void refusing.delete(id));
    },
    {baseUrl: url}
  );
  return {report, asked: asked.map(({priceFeedIds}) => priceFeedIds)};
}

const ask = (load: Load) => askAndBook(load, "latest_price", [{feeds, channel: "fixed_rate@200ms"}]);
const reasons = [2, 3].map((feed) => ({feed, reason: `Not entitled: feed ${feed}`}));

describe("forgetRefused(load, feeds)", () => {
  it("asks again, tells which feeds came back, and of the others nothing a second time", async () => {
    const {report, asked} = await refused(async (load, entitle) => {
      entitle(2);
      const retry = forgetRefused(load, feeds);
      await ask(retry?.load ?? load);
      retry?.settle();
      expect([...load.removed]).toEqual([3]);
    });
    expect(asked.slice(-2)).toEqual([
      [1, 2, 3],
      [1, 2]
    ]);
    expect(report).toMatchObject({rows: 3, removed: reasons.slice(1)});
    expect(place.notes).toEqual(["feeds that were refused answer again: 2"]);
    expect(place.warnings).toHaveLength(2);
  });

  it("leaves all as it was where there was no answer", async () => {
    const {report} = await refused(async (load) => {
      const retry = forgetRefused(load, feeds);
      expect([[...load.removed], load.report.removed.length]).toEqual([[], 2]);
      retry?.undo();
      expect([...load.removed]).toEqual([2, 3]);
    });
    expect(report.removed).toEqual(reasons);
    expect(place.notes).toEqual([]);
  });

  it.each<["settle" | "undo"]>([["settle"], ["undo"]])(
    "counts a feed that is refused again once, and one that came back as asked for anew (%s)",
    async (end) => {
      const {report} = await refused(async (load, entitle) => {
        entitle(2);
        for (const _ of "123") {
          const retry = forgetRefused(load, feeds);
          await ask(retry?.load ?? load);
          retry?.[end]();
        }
        expect(load.report).toMatchObject({refused: 2});
      });
      expect(report.refused).toBe(2);
      expect(report.asked).toBe(report.received + report.missing + report.refused);
    }
  );

  it("is nothing where none of the feeds was refused", async () => {
    await refused(async (load) => {
      expect(forgetRefused(load, {ids: [1, 4]})).toBeNull();
      expect(forgetRefused(load, {symbols: ["2"]})).toBeNull();
    });
  });
});

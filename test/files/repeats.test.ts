import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {SavedBody} from "../../loaders/files/bodies.js";
import {bloomFilter, findRepeats, type LookUps, type Repeats} from "../../loaders/files/repeats.js";
import type {Load} from "../../loaders/load/books.js";
import {hashBody} from "../../loaders/rows/body.js";
import {enterPlace, type LoadingPlace} from "../helpers/loading.js";
import {randomNumbers} from "../helpers/random.js";
import {updateOf} from "../helpers/service.js";

describe("repeats", () => {
  let place: LoadingPlace;

  beforeEach(() => {
    place = enterPlace();
  });

  afterEach(() => place.leave());

  const empty = '{"parsed":{"priceFeeds":[]}}';

  // Shows bodies one after the other, each with its place as its source, and commits now and then; gives who told the first.
  async function load(bodies: readonly string[], lookUps: LookUps, commitAt: (i: number) => boolean = () => false) {
    let repeats: Repeats | undefined;
    const report = await place.load(
      async (one) => {
        repeats = await findRepeats(one, lookUps);
        for (const [i, body] of bodies.entries()) {
          await book(one, await repeats.next({source: String(i), body, hash: hashBody(body)}));
          if (commitAt(i)) await one.books.flush();
        }
        await book(one, await repeats.rest());
      },
      {online: false}
    );
    return {...report, first: repeats?.first()};
  }

  async function book({books}: Load, bodies: readonly SavedBody[]): Promise<void> {
    const at = {requestedAt: new Date(), receivedAt: new Date(), latencyMs: null, httpStatus: null};
    for (const {source, body, hash} of bodies)
      await books.add({endpoint: "file", baseUrl: source, request: undefined, body, bodyHash: hash, ...at});
  }

  const ids = async () =>
    (await place.records("SELECT priceFeedId AS id FROM feed_updates ORDER BY id")).map(({id}) => id);

  describe("findRepeats(load, {bodies, characters})", () => {
    it.each([
      ["in the same look-up", {bodies: 100}, () => false],
      ["in another look-up, not committed yet", {bodies: 3}, () => false],
      ["in another look-up, committed", {bodies: 3}, () => true],
      ["in look-ups of one body each", {characters: 1}, (i: number) => i % 7 === 0]
    ])("leaves out what came before in this load, %s", async (_where, lookUps, commitAt) => {
      const random = randomNumbers(7);
      const drawn = Array.from({length: 200}, () => Math.floor(60 * random()));
      const report = await load(
        drawn.map((id) => updateOf([id])),
        lookUps,
        commitAt
      );
      const kinds = [...new Set(drawn)].sort((a, b) => a - b);
      expect(await ids()).toEqual(kinds);
      expect(report).toMatchObject({rows: kinds.length, alreadyThere: 200 - kinds.length});
      expect(report.first).toBe(String(drawn.findIndex((id, i) => drawn.indexOf(id) < i)));
    });

    it("leaves out what another load of files brought, and nothing else", async () => {
      await load([updateOf([1]), empty], {});
      const report = await load([updateOf([2]), updateOf([1]), empty, updateOf([3]), empty], {});
      expect(report).toMatchObject({responses: 3, rows: 2, alreadyThere: 2, first: "1"});
      expect(await ids()).toEqual([1, 2, 3]);
    });
  });
});

describe("bloomFilter()(hash)", () => {
  it("says yes of every hash that was shown before, and almost never of another", () => {
    const seen = bloomFilter();
    const hashes = Array.from({length: 200_000}, (_, i) => hashBody(String(i)));
    expect(hashes.filter(seen).length).toBeLessThan(5);
    expect(hashes.every(seen)).toBe(true);
  });

  it("begins without any, each time", () => {
    const hash = hashBody("");
    expect([bloomFilter()(hash), bloomFilter()(hash)]).toEqual([false, false]);
  });
});

import {existsSync, renameSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Load} from "../../../loaders/load/books.js";
import {emptyReport} from "../../../loaders/load/report.js";
import {type Committing, keepCommitting, type Patience} from "../../../loaders/load/watch/commit.js";
import {StoreError, TransientStoreError, UnknownStoreError} from "../../../loaders/store/database/error.js";
import {openStore} from "../../../loaders/store/open.js";
import {enterPlace, type Loading, type LoadingPlace} from "../../helpers/loading.js";
import {serveFeeds} from "../../helpers/service.js";
import {holdFile} from "../../helpers/stores/holder.js";

const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const lost = "responses received meanwhile are lost";

/** Commits of books that hold something until a flush succeeds; `flush` gives the error of each, null for none. */
function committing(flush: (commits: number) => Error | null, patience: Patience, idle = true) {
  const messages: string[] = [];
  let [commits, waiting] = [0, 1];
  const books = {
    waitingBytes: () => waiting,
    giveUp: () => {},
    async flush() {
      commits += 1;
      const error = flush(commits);
      if (error !== null) throw error;
      waiting = 0;
    }
  } as unknown as Load["books"];
  const log = {note: (text: string) => void messages.push(text), step() {}, done() {}};
  const loop = keepCommitting(
    {books, report: emptyReport("", ""), log: {...log, warn: log.note}},
    () => idle,
    patience
  );
  const offers = setInterval(loop.offer, 5);
  const finish = () => loop.finish().finally(() => clearInterval(offers));
  return {...loop, finish, messages, add: () => (waiting = 1), isDone: () => waiting === 0, commits: () => commits};
}

describe("keepCommitting(load, idle, patience)", () => {
  it.each([
    ["100 ms apart while no request is under way", true, 95],
    ["200 ms apart while requests are under way", false, 195]
  ])("commits at least %s", async (_, idle, apart) => {
    const times: number[] = [];
    const flush = () => {
      times.push(performance.now());
      return null;
    };
    const {add, finish} = committing(flush, {every: 100}, idle);
    const adding = setInterval(add, 10);
    await expect.poll(() => times.length, {timeout: 20_000}).toBe(4);
    clearInterval(adding);
    await finish();
    const [first = 0, second = 0, third = 0] = times;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(apart);
  });

  it.each([new TransientStoreError("in use"), new UnknownStoreError("odd"), new Error("full")])(
    "tries again after %o, and reports once that it fails and that it succeeds",
    async (error) => {
      const {isDone, finish, messages, failure} = committing((commits) => (commits < 4 ? error : null), {every: 20});
      await expect.poll(isDone, {timeout: 20_000}).toBe(true);
      await finish();
      expect(failure()).toBeNull();
      expect(messages).toEqual([
        `not committed yet: ${error.message}; responses are kept until it is`,
        expect.stringMatching(/^committed again, after \d+ms: nothing was lost$/)
      ]);
    }
  );

  it("gives up after `hopelessMs` of an unknown failure", async () => {
    const {failure, finish} = committing(() => new Error("EIO"), {every: 20, hopelessMs: 100});
    await expect.poll(failure, {timeout: 20_000}).not.toBeNull();
    const message = /^EIO: nothing could be committed for \d+ms, feedbook doctor may say why; responses .* are lost$/;
    await expect(finish()).rejects.toThrow(message);
  });

  it("gives up at once after another error of the store", async () => {
    const {failure, finish, commits, messages} = committing(() => new StoreError("is gone"), {every: 20});
    await expect.poll(failure, {timeout: 20_000}).not.toBeNull();
    await expect(finish()).rejects.toThrow(new StoreError(`is gone; ${lost}`));
    expect([commits(), messages]).toEqual([1, []]);
  });
});

describe("keepCommitting(load, idle, patience).finish()", () => {
  it("waits for the store, says how to end at once, and commits the rest", async () => {
    let inUse = true;
    const {finish, messages, isDone} = committing(() => (inUse ? new TransientStoreError("in use") : null), {
      every: 20
    });
    const finishing = finish();
    await expect.poll(() => messages, {timeout: 20_000}).toHaveLength(2);
    inUse = false;
    await finishing;
    expect(isDone()).toBe(true);
    expect(messages[1]).toBe("ending as soon as all is committed, or in 10m without; a second Ctrl-C ends at once");
  });

  it("gives up after `finishMs`, pausing between tries", async () => {
    const {finish, commits} = committing(() => new TransientStoreError("in use"), {every: 100, finishMs: 350});
    await expect(finish()).rejects.toThrow(new TransientStoreError(`in use; ${lost}`));
    expect(commits()).toBeGreaterThan(1);
    expect(commits()).toBeLessThanOrEqual(12); // without pauses it would be thousands
  });
});

describe("keepCommitting(load, idle, patience) into a store", () => {
  let place: LoadingPlace;

  beforeEach(() => {
    place = enterPlace();
  });

  afterEach(() => place.leave());

  const booked = () => place.records("SELECT count(*) AS n FROM responses");

  async function load(
    work: (loop: Committing, add: () => Promise<void>, load: Load) => Promise<void>,
    more: Loading = {}
  ) {
    const {url} = await serveFeeds();
    const loading = async (load: Load) => {
      const add = async () => load.books.add(await load.client().latestPrice({ids: [1]}));
      const loop = keepCommitting(load, () => true, {every: 100});
      const offers = setInterval(loop.offer, 20);
      await work(loop, add, load)
        .finally(() => clearInterval(offers))
        .finally(loop.finish);
    };
    return place.load(loading, {baseUrl: url, hold: false, ...more});
  }

  it("keeps the responses of the time in which another process has it", async () => {
    const controller = new AbortController();
    await load(
      async (_, add, {settings}) => {
        const holder = await holdFile(settings.storePath);
        controller.abort(); // waits a second at a time then
        await add();
        await expect.poll(() => place.warnings, {timeout: 60_000}).toHaveLength(1);
        await add();
        await holder.release();
        await expect.poll(() => place.notes, {timeout: 60_000}).toHaveLength(1);
      },
      {signal: controller.signal}
    );
    expect(place.warnings).toEqual([
      expect.stringMatching(/^not committed yet: store .* is in use by another process/)
    ]);
    expect(await booked()).toEqual([{n: 2}]);
  });

  it.each<[string, (path: string) => Promise<unknown>, RegExp]>([
    ["is deleted, and makes none", async () => {}, /is gone: put back .*, or start .* are lost$/],
    [
      "is replaced, and books nothing in the other",
      async (path) => (await openStore(path)).close(),
      /is another one now: put back the one that this load began in, or start .* are lost$/
    ]
  ])("ends at once when it %s", {timeout: 60_000}, async (_, replace, message) => {
    const {storePath} = place.settings();
    const working = load(async (loop, add) => {
      await add();
      await expect.poll(booked, {timeout: 20_000}).toEqual([{n: 1}]);
      renameSync(storePath, `${storePath}.away`);
      await replace(storePath);
      await add();
      await nap(50);
      await expect.poll(loop.failure, {timeout: 20_000}).not.toBeNull();
    });
    await expect(working).rejects.toThrow(message);
    if (existsSync(storePath)) expect(await booked()).toEqual([{n: 0}]);
    expect(existsSync(storePath)).toBe(/another/.test(message.source));
  });
});

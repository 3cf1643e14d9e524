import {existsSync, renameSync} from "node:fs";
import {describe, expect, it} from "vitest";
import type {Load} from "../../../loaders/load/books.js";
import {emptyReport} from "../../../loaders/load/report.js";
import {keepCommitting, type Patience} from "../../../loaders/load/watch/commit.js";
import {TransientStoreError, UnknownStoreError} from "../../../loaders/store/database/error.js";
import {openStore} from "../../../loaders/store/open.js";
import {eachPlace} from "../../helpers/loading.js";
import {serveFeeds} from "../../helpers/service.js";

const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Commits of books that hold something until a flush succeeds; `flush` gives the error of each, null for none. */
function committing(flush: (commits: number) => Error | null, patience: Patience, idle = () => true) {
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
  const loop = keepCommitting({books, report: emptyReport("", ""), log: {...log, warn: log.note}}, idle, patience);
  const offers = setInterval(loop.offer, 5);
  const finish = () => loop.finish().finally(() => clearInterval(offers));
  return {...loop, finish, messages, isDone: () => waiting === 0};
}

describe("keepCommitting(load, idle, patience)", () => {
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

  it("waits for requests under way, for twice `every` at most", async () => {
    const idle = () => false;
    let startedAt = 0;
    const {isDone, finish} = committing(
      (commits) => {
        if (commits === 1) startedAt = performance.now();
        return commits === 1 ? new TransientStoreError("in use") : null;
      },
      {every: 100},
      idle
    );
    await expect.poll(isDone, {timeout: 20_000, interval: 5}).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(200);
    await finish();
  });

  it("gives up after `hopelessMs` of an unknown failure", async () => {
    const {failure, finish} = committing(() => new Error("EIO"), {every: 20, hopelessMs: 100});
    await expect.poll(failure, {timeout: 20_000}).not.toBeNull();
    const message = /^EIO: nothing could be committed for \d+ms, feedbook doctor may say why; responses .* are lost$/;
    await expect(finish()).rejects.toThrow(message);
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
});

describe("keepCommitting(load, idle, patience) into a store", () => {
  const place = eachPlace();

  const booked = () => place.records("SELECT count(*) AS n FROM responses");

  async function load(work: (loop: ReturnType<typeof keepCommitting>, add: () => Promise<unknown>) => Promise<void>) {
    const {url} = await serveFeeds();
    const loading = async (load: Load) => {
      const add = async () => load.books.add(await load.client().latestPrice({ids: [1]}));
      const loop = keepCommitting(load, () => true, {every: 100});
      const offers = setInterval(loop.offer, 20);
      await work(loop, add)
        .finally(() => clearInterval(offers))
        .finally(loop.finish);
    };
    return place.load(loading, {baseUrl: url, hold: false});
  }

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

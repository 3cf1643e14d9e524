import {existsSync, renameSync, writeFileSync} from "node:fs";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Load} from "../../../loaders/load/books.js";
import {type Committing, keepCommitting, type Patience} from "../../../loaders/load/watch/commit.js";
import {openStore} from "../../../loaders/store/open.js";
import {enterPlace, type Loading, type LoadingPlace} from "../../helpers/loading.js";
import {serveFeeds} from "../../helpers/service.js";
import {holdFile} from "../../helpers/stores/holder.js";

let place: LoadingPlace;
const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(() => {
  place = enterPlace();
});

afterEach(() => place.leave());

// Runs `work` beside commits that are offered all the time; `add` books one more response of one row, and `commits`
// says how many commits were tried.
async function committing(
  work: (committing: Committing, add: () => Promise<void>, load: Load, commits: () => number) => Promise<void>,
  {patience = {every: 100}, idle = true, ...loading}: Loading & {patience?: Patience; idle?: boolean} = {}
) {
  const {url} = await serveFeeds();
  return place.load(
    async (load) => {
      const add = async () => load.books.add(await load.client().latestPrice({ids: [1]}));
      let tries = 0;
      const flush = () => {
        tries += 1;
        return load.books.flush();
      };
      const loop = keepCommitting({...load, books: {...load.books, flush}}, () => idle, patience);
      const offers = setInterval(loop.offer, 20);
      await work(loop, add, load, () => tries)
        .finally(() => clearInterval(offers))
        .finally(loop.finish);
    },
    {baseUrl: url, hold: false, ...loading}
  );
}

const held = () => place.records("SELECT count(*) AS n FROM responses");

describe("keepCommitting(load, idle, patience)", () => {
  it("commits at most once a second, however many responses come", async () => {
    const commits: number[] = []; // responses that are in the store then
    const step = (responses: number, _total: number, what: string) => {
      if (what.startsWith("response")) commits.push(responses); // what is derived at the end is told too
    };
    const log = {note() {}, warn() {}, step, done() {}};
    let [added, elapsed] = [0, 0];
    const working = async (loop: Committing, add: () => Promise<void>) => {
      const started = performance.now();
      while (commits.length < 3) {
        await add();
        added += 1;
        await nap(20);
      }
      await loop.finish();
      elapsed = performance.now() - started;
    };
    const report = await committing(working, {log, patience: {}});
    expect(commits.length).toBeLessThanOrEqual(elapsed / 1000 + 2); // and the first, and the last
    expect(added).toBeGreaterThan(2 * commits.length);
    expect(report.responses).toBe(added);
    expect(await held()).toEqual([{n: added}]);
  });

  it("waits for requests under way, but no longer than for another turn", async () => {
    const times: number[] = [];
    const working = async (_loop: Committing, add: () => Promise<void>, _load: Load, commits: () => number) => {
      for (const n of [1, 2]) {
        await add();
        await expect.poll(commits, {timeout: 20_000, interval: 10}).toBe(n);
        times.push(performance.now());
      }
    };
    await committing(working, {idle: false, patience: {every: 400}});
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThan(600);
  });

  it("keeps what comes while the store is in use, says so once, and commits all of it then", async () => {
    const controller = new AbortController();
    await committing(
      async (_, add, {settings}, commits) => {
        const holder = await holdFile(settings.storePath);
        controller.abort(); // waits a second at a time then
        await add();
        await expect.poll(() => place.warnings, {timeout: 60_000}).toHaveLength(1);
        await add();
        const before = commits();
        await expect.poll(commits, {timeout: 60_000}).toBeGreaterThan(before + 1); // it failed again
        await holder.release();
        await expect.poll(() => place.notes, {timeout: 60_000}).toHaveLength(1);
      },
      {signal: controller.signal}
    );
    expect(place.warnings).toEqual([
      expect.stringMatching(
        /^not committed yet: store .* is in use by another process, .*; what comes is kept until it is$/
      )
    ]);
    expect(place.notes).toEqual([expect.stringMatching(/^committed again, after \d+s: nothing was lost$/)]);
    expect(await held()).toEqual([{n: 2}]);
  });

  it("says that the end waits for the store, and how to end at once", async () => {
    const controller = new AbortController();
    await committing(
      async (loop, add, {settings}) => {
        const holder = await holdFile(settings.storePath);
        await add();
        controller.abort();
        const finishing = loop.finish();
        await expect.poll(() => place.warnings, {timeout: 60_000}).toHaveLength(2);
        await holder.release();
        await finishing;
      },
      {signal: controller.signal}
    );
    expect(place.warnings[1]).toBe(
      "ending as soon as all is committed, or in 10m without; a second Ctrl-C ends at once"
    );
    expect(await held()).toEqual([{n: 1}]);
  });

  it("gives up where the store stays in use for too long at the end, and says so", async () => {
    const controller = new AbortController();
    let release = async () => {};
    const ending = committing(
      async (_, add, {settings}) => {
        ({release} = await holdFile(settings.storePath));
        await add();
        controller.abort();
      },
      {signal: controller.signal, patience: {every: 100, finishMs: 500}}
    );
    await expect(ending).rejects.toThrow(/is in use by another process.*; what came meanwhile is lost$/);
    await release();
    expect(await held()).toEqual([{n: 0}]);
  });

  it("ends after a while where commits fail for a reason that nobody knows to pass", {timeout: 60_000}, async () => {
    const working = committing(
      async (loop, add, {settings}) => {
        writeFileSync(settings.storePath.replace(".duckdb", ".bodies"), "in the way");
        await add();
        await expect.poll(loop.failure, {timeout: 30_000}).not.toBeNull();
      },
      {config: {store: {keepBodies: true}}, patience: {every: 100, hopelessMs: 300}}
    );
    await expect(working).rejects.toThrow(
      /E(EXIST|NOTDIR).*: nothing could be committed for (\d{3}ms|\d+s), feedbook doctor .*; what came meanwhile is lost$/
    );
    expect(place.warnings).toEqual([expect.stringMatching(/^not committed yet: E(EXIST|NOTDIR)/)]);
    expect(await place.records("SELECT status FROM loads")).toEqual([{status: "failed"}]);
  });

  it("waits between tries to commit the rest", {timeout: 60_000}, async () => {
    let tries = () => 0;
    const working = committing(
      async (_loop, add, {settings}, commits) => {
        tries = commits;
        writeFileSync(settings.storePath.replace(".duckdb", ".bodies"), "in the way"); // fails at once
        await add();
      },
      {config: {store: {keepBodies: true}}, patience: {every: 300, finishMs: 1000}}
    );
    await expect(working).rejects.toThrow(/E(EXIST|NOTDIR).*; what came meanwhile is lost$/);
    expect(tries()).toBeGreaterThan(1);
    expect(tries()).toBeLessThanOrEqual(5); // without a wait it would be hundreds
  });

  it.each<[string, (path: string) => Promise<unknown>, RegExp]>([
    ["is gone, and makes none", async () => {}, /is gone: put back .*, or start .*; what came meanwhile is lost$/],
    [
      "is another one, and books nothing in it",
      async (path) => (await openStore(path)).close(),
      /is another one now: put back the one that this load began in, or start .*; what came meanwhile is lost$/
    ]
  ])("ends at once where the store %s", {timeout: 60_000}, async (_what, replace, told) => {
    const {storePath} = place.settings();
    const working = committing(async (loop, add) => {
      await add();
      await expect.poll(held, {timeout: 20_000}).toEqual([{n: 1}]);
      renameSync(storePath, `${storePath}.away`);
      await replace(storePath);
      await add();
      await expect.poll(loop.failure, {timeout: 20_000}).not.toBeNull();
    });
    await expect(working).rejects.toThrow(told);
    const books = `SELECT (SELECT count(*) FROM responses) + (SELECT count(*) FROM feed_updates)
      + (SELECT count(*) FROM known_fields) AS n`;
    if (existsSync(storePath)) expect(await place.records(books)).toEqual([{n: 0}]);
    expect(existsSync(storePath)).toBe(/another/.test(_what));
  });

  it("ends at once where the store refuses what came", async () => {
    await place.load(async ({books, client}) => books.add(await client().latestPrice({ids: [1]})), {
      command: "simulated"
    });
    const working = committing(async (loop, add) => {
      await add();
      await expect.poll(loop.failure, {timeout: 20_000}).not.toBeNull();
    });
    await expect(working).rejects.toThrow(/holds simulated rows, and this load would add real ones/);
    expect(place.warnings).toEqual([]);
  });
});

import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {Books} from "../../loaders/load/books.js";
import type {LoadReport} from "../../loaders/load/report.js";
import type {WithStore} from "../../loaders/store/access.js";
import {finishLoad} from "../../loaders/store/loads.js";
import {updateOf} from "../helpers/service.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {entriesOf, held, keepBooks, received} from "./bookkeeping.js";

describe("books", () => {
  let test: TestStore;

  let report: LoadReport;

  let books: Books;

  beforeEach(async () => {
    test = await makeStore();
    ({books, report} = await keepBooks(test));
  });

  afterEach(() => test.remove());

  describe("openBooks(settings, withStore, report).add(received)", () => {
    it("keeps nothing until flush, and then each once", async () => {
      await books.add(received(updateOf([1, 2])));
      expect(await held(test)).toEqual({responses: 0, rows: 0});
      expect(report.responses).toBe(0);
      await books.flush();
      await books.flush();
      expect(await held(test)).toEqual({responses: 1, rows: 2});
      expect(report).toMatchObject({responses: 1, entries: 2, rows: 2, rejected: 0, coercions: 0});
    });

    it("commits by itself at so many entries and responses, counted anew after each commit, while it reads on", async () => {
      ({books, report} = await keepBooks(test, {commit: {entries: 1000}}));
      for (const n of [1, 2]) {
        await books.add(received(entriesOf(998)));
        expect(report.rows).toBe(998 * (n - 1));
        await books.add(received("Unknown feed: 1", {httpStatus: 403}));
        await expect.poll(() => report, {timeout: 20_000}).toMatchObject({rows: 998 * n, responses: 2 * n});
      }
      expect(await held(test)).toEqual({responses: 4, rows: 2 * 998});
    });

    it("commits one batch at a time", async () => {
      let [running, most] = [0, 0];
      const slowly: WithStore = async (work) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        return work(test.store);
      };
      ({books, report} = await keepBooks(test, {withStore: slowly, commit: {entries: 10}}));
      for (const _ of "12345") await books.add(received(entriesOf(10)));
      await books.flush();
      expect(most).toBe(1);
      expect(await held(test)).toEqual({responses: 5, rows: 50});
    });

    it("commits after a while also where nothing more comes", async () => {
      ({books, report} = await keepBooks(test, {commit: {ms: 50}}));
      await books.add(received(updateOf([1])));
      await expect.poll(() => report.rows, {timeout: 20_000}).toBe(1);
    });

    it("commits by itself at so many bytes", async () => {
      ({books, report} = await keepBooks(test, {commit: {entries: 100}}));
      await books.add(received(`{"parsed":{"priceFeeds":[{"priceFeedId":1,"note":"${"x".repeat(100_000)}"}]}}`));
      await expect.poll(() => report.rows, {timeout: 20_000}).toBe(1);
    });
  });

  describe("openBooks(settings, withStore, report).flush()", () => {
    it.each([true, false])("marks the load as the service says of itself: simulated %j", async (simulated) => {
      await books.add(received(updateOf([1]), {simulated}));
      await books.add(received(updateOf([1]), {simulated: !simulated}));
      await books.flush();
      expect(report.simulated).toBe(simulated);
      expect(await test.records("SELECT sandbox FROM loads")).toEqual([{sandbox: simulated}]);
    });

    it("does what the report says where a body does not tell, and says real where nobody does", async () => {
      report.simulated = true;
      await books.add(received(updateOf([1])));
      await books.flush();
      expect(await test.records("SELECT sandbox FROM loads")).toEqual([{sandbox: true}]);
      await finishLoad(test.store, report.loadId, "done");
      await test.store.connection.run("DELETE FROM responses; DELETE FROM loads");
      ({books, report} = await keepBooks(test));
      await books.add(received(updateOf([1])));
      await books.flush();
      expect(report.simulated).toBe(false);
    });
  });

  describe("openBooks(settings, withStore, report).addFeeds(catalogue)", () => {
    const symbols = () => test.records("SELECT symbol FROM feeds");

    it("keeps the feeds with the next responses, and none without", async () => {
      books.addFeeds([feed]);
      await books.flush();
      expect(await symbols()).toEqual([]);
      await books.add(received(updateOf([1])));
      await books.flush();
      expect(await symbols()).toEqual([{symbol: "Crypto.BTC/USD"}]);
    });

    it("keeps them once: what another load says later stands", async () => {
      books.addFeeds([feed]);
      await books.add(received(updateOf([1])));
      await books.flush();
      await test.store.connection.run("UPDATE feeds SET symbol = 'renamed'");
      await books.add(received(updateOf([1])));
      await books.flush();
      expect(await symbols()).toEqual([{symbol: "renamed"}]);
    });
  });

  // As DuckDB does on a disk that gets full: see the test of a full disk.
  function failingAfterCommit(connection: TestStore["store"]["connection"]): TestStore["store"]["connection"] {
    return new Proxy(connection, {
      get(target, name: keyof typeof connection) {
        if (name !== "run") return typeof target[name] === "function" ? target[name].bind(target) : target[name];
        return async (sql: string, ...more: []) => {
          const result = await target.run(sql, ...more);
          if (sql === "COMMIT") throw new Error("COMMIT succeeded and is durable, but the autocheckpoint failed");
          return result;
        };
      }
    });
  }

  describe("openBooks(settings, withStore, report).add(received)", () => {
    it("leaves nothing behind where a commit that began by itself, behind a long one, fails", async () => {
      let commits = 0;
      const withStore: WithStore = async (work) => {
        commits += 1;
        if (commits === 1) await new Promise((resolve) => setTimeout(resolve, 300));
        if (commits === 2) throw new Error("store in use");
        return work(test.store);
      };
      ({books, report} = await keepBooks(test, {withStore, commit: {entries: 5, ms: 50}}));
      await books.add(received(entriesOf(5)));
      await books.add(received(entriesOf(1)));
      await new Promise((resolve) => setTimeout(resolve, 150));
      await books.add(received(entriesOf(2))).catch(() => {});
      await books.flush();
      expect([await held(test), report.responses, books.waitingBytes()]).toEqual([{responses: 3, rows: 8}, 3, 0]);
    });

    it("tells of a commit that failed, and takes its responses along with the next", async () => {
      let broken = true;
      const withStore: WithStore = async (work) => {
        if (broken) throw new Error("no space left on device");
        return work(test.store);
      };
      ({books, report} = await keepBooks(test, {withStore, commit: {entries: 2}}));
      await books.add(received(updateOf([1])));
      await expect(books.add(received(updateOf([2])))).rejects.toThrow("no space left on device");
      broken = false;
      await books.add(received(updateOf([3])));
      await books.flush();
      expect(await held(test)).toEqual({responses: 3, rows: 3});
      expect(report).toMatchObject({responses: 3, rows: 3});
    });

    it("books nothing twice where a commit is told as failed and is in the store all the same", async () => {
      let broken = true;
      const withStore: WithStore = (work) =>
        work(broken ? {...test.store, connection: failingAfterCommit(test.store.connection)} : test.store);
      ({books, report} = await keepBooks(test, {withStore}));
      await books.add(received(updateOf([1])));
      await expect(books.flush()).rejects.toThrow("the autocheckpoint failed");
      expect(await held(test)).toEqual({responses: 1, rows: 1});
      broken = false;
      await books.add(received(updateOf([2, 3])));
      await books.flush();
      expect(await held(test)).toEqual({responses: 2, rows: 3});
      expect(report).toMatchObject({responses: 2, rows: 3});
      expect(books.waitingBytes()).toBe(0);
    });
  });
});

const feed = {
  priceFeedId: 1,
  symbol: "Crypto.BTC/USD",
  name: null,
  description: null,
  assetType: "crypto",
  exponent: -8,
  minChannel: "real_time",
  state: "stable",
  fundingIntervalHours: null
};

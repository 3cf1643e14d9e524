import {afterEach, beforeEach, describe, expect, it} from "vitest";
import type {WithStore} from "../../loaders/load/access.js";
import type {Books} from "../../loaders/load/books.js";
import type {LoadReport} from "../../loaders/load/report.js";
import {updateOf} from "../helpers/service.js";
import {makeStore, type TestStore} from "../helpers/store.js";
import {entriesOf, held, keepBooks, received} from "./bookkeeping.js";

let test: TestStore;
let report: LoadReport;
let books: Books;

beforeEach(async () => {
  test = await makeStore();
  ({books, report} = await keepBooks(test));
});

afterEach(() => test.remove());

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

  it("books nothing twice where the store fails after the commit", async () => {
    let broken = true;
    const withStore: WithStore = async (work) => {
      const result = await work(test.store);
      if (broken) throw new Error("cannot close");
      return result;
    };
    ({books, report} = await keepBooks(test, {withStore}));
    await books.add(received(updateOf([1])));
    await expect(books.flush()).rejects.toThrow("cannot close");
    expect(report).toMatchObject({responses: 1, rows: 1});
    broken = false;
    await books.add(received(updateOf([2])));
    await books.flush();
    expect(await held(test)).toEqual({responses: 2, rows: 2});
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

describe("openBooks(settings, withStore, report).flush()", () => {
  it("keeps what could not be committed for the next time, and doubles nothing", async () => {
    let locked = true;
    const withStore: WithStore = (work) => {
      if (locked) throw new Error("store is in use");
      return work(test.store);
    };
    ({books, report} = await keepBooks(test, {withStore}));
    await books.add(received(updateOf([1])));
    await expect(books.flush()).rejects.toThrow("store is in use");
    expect([report.responses, await held(test)]).toEqual([0, {responses: 0, rows: 0}]);
    locked = false;
    await books.add(received(updateOf([2])));
    await books.flush();
    await books.flush();
    expect([report.responses, await held(test)]).toEqual([2, {responses: 2, rows: 2}]);
  });
});

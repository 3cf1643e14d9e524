import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {transaction} from "../../loaders/database/transaction.js";
import {makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
  await test.store.connection.run("CREATE TABLE kept (n INTEGER NOT NULL)");
});

afterEach(() => test.remove());

const run = (sql: string) => test.store.connection.run(sql);
const kept = async () => (await test.records("SELECT n FROM kept ORDER BY n")).map(({n}) => n);

async function addThenThrow(error: Error): Promise<void> {
  await run("INSERT INTO kept VALUES (1)");
  throw error;
}

describe("transaction(connection, work)", () => {
  it("keeps all that was done, and gives the result", async () => {
    const result = await transaction(test.store.connection, async () => {
      await run("INSERT INTO kept VALUES (1)");
      await run("INSERT INTO kept VALUES (2)");
      return "both";
    });
    await test.reopen();
    expect([result, await kept()]).toEqual(["both", [1, 2]]);
  });

  it("keeps nothing if the work throws, and throws its error", async () => {
    const error = new Error("half way");
    await expect(transaction(test.store.connection, () => addThenThrow(error))).rejects.toBe(error);
    expect(await kept()).toEqual([]);
  });

  it("keeps nothing if a statement breaks a constraint", async () => {
    const work = async () => {
      await run("INSERT INTO kept VALUES (1)");
      await run("INSERT INTO kept VALUES (NULL)");
    };
    await expect(transaction(test.store.connection, work)).rejects.toThrow(/NOT NULL constraint/);
    expect(await kept()).toEqual([]);
  });

  it("is over when it ends, either way", async () => {
    for (const work of [async () => {}, () => Promise.reject(new Error("no"))]) {
      await transaction(test.store.connection, work).catch(() => undefined);
      await transaction(test.store.connection, () => run("INSERT INTO kept VALUES (3)"));
    }
    expect(await kept()).toEqual([3, 3]);
  });

  it("tells the first error where the transaction has ended already", async () => {
    const error = new Error("first");
    const work = async () => {
      await run("ROLLBACK");
      throw error;
    };
    await expect(transaction(test.store.connection, work)).rejects.toBe(error);
  });

  it("throws where it can not be committed", async () => {
    await expect(transaction(test.store.connection, () => run("ROLLBACK"))).rejects.toThrow(/no transaction is active/);
  });
});

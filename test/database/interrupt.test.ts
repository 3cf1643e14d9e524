import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {InterruptedError, interruptible} from "../../loaders/database/interrupt.js";
import {endless, makeStore, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeAll(async () => {
  test = await makeStore();
});

afterAll(() => test.remove());

const told = "interrupted: what was there before is kept";

describe("interruptible(connection, work, signal)", () => {
  it("breaks off the statement that is under way, and leaves the connection usable", async () => {
    const controller = new AbortController();
    const endsNever = interruptible(test.store.connection, () => test.records(endless), controller.signal);
    setTimeout(() => controller.abort(), 200);
    await expect(endsNever).rejects.toThrow(new InterruptedError(told));
    expect(await test.records("SELECT 1 AS x")).toEqual([{x: 1}]);
  });

  it("breaks off the next statement, where none is under way", async () => {
    const controller = new AbortController();
    const work = async () => {
      await test.records("SELECT 1");
      controller.abort();
      return test.records(endless);
    };
    await expect(interruptible(test.store.connection, work, controller.signal)).rejects.toThrow(InterruptedError);
  });

  it("begins no work once it is aborted", async () => {
    const work = () => expect.fail();
    await expect(interruptible(test.store.connection, work, AbortSignal.abort())).rejects.toThrow(InterruptedError);
  });

  it("interrupts nothing after its work", async () => {
    const controller = new AbortController();
    const work = async () => {
      controller.abort();
      return "done";
    };
    expect(await interruptible(test.store.connection, work, controller.signal)).toBe("done");
    const long = "SELECT count(*) AS n FROM range(100000000) WHERE hash(range) = 1"; // of longer than an interruption
    expect(await test.records(long)).toHaveLength(1);
  });

  it("gives what the work gives, and throws what it throws", async () => {
    expect(await interruptible(test.store.connection, () => test.records("SELECT 1 AS x"))).toEqual([{x: 1}]);
    const failing = interruptible(
      test.store.connection,
      () => test.records("SELECT odd"),
      new AbortController().signal
    );
    await expect(failing).rejects.toThrow(/^Binder Error: .*odd/);
  });
});

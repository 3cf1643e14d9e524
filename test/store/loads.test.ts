import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {finishLoad, startLoad} from "../../loaders/store/loads.js";
import {makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

describe("startLoad(store, command, sandbox)", () => {
  it("refuses to mix real and simulated rows, and says so", async () => {
    await test.book(recorded);
    await expect(startLoad(test.store, "latest", true)).rejects.toThrow(
      /holds real rows, and this load would add simulated ones/
    );
    expect(await test.records("SELECT count(*) AS n FROM loads")).toEqual([{n: 1}]);
  });

  it("lets a load that brought nothing decide nothing", async () => {
    await finishLoad(test.store, await startLoad(test.store, "latest", true), "failed", "no answer");
    await test.book(recorded);
    expect(await test.records("SELECT status, error FROM loads ORDER BY startedAt")).toEqual([
      {status: "failed", error: "no answer"},
      {status: "done", error: null}
    ]);
  });
});

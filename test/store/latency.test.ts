import {v7 as uuidv7} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {type Booking, bookResponses} from "../../loaders/store/book.js";
import {startLoad} from "../../loaders/store/loads.js";
import {usualLatency} from "../../loaders/store/responses.js";
import {booking, makeStore, recorded, type TestStore} from "../helpers/store.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

async function book(latencies: readonly number[], more: Partial<Booking> = {}): Promise<void> {
  const made = booking(await startLoad(test.store, "test", false), recorded);
  await bookResponses(
    test.store,
    latencies.map((latencyMs) => ({...made, responseId: uuidv7(), latencyMs, ...more}))
  );
}

describe("usualLatency(store, endpoint, baseUrl)", () => {
  it("is the average of the endpoint's good answers, of that service or of any", async () => {
    await book([10, 20]);
    await book([60], {baseUrl: "http://127.0.0.2"});
    await book([1000], {endpoint: "price"});
    await book([5000], {httpStatus: 503});
    expect(await usualLatency(test.store, "latest_price", "http://127.0.0.1")).toBe(15);
    expect(await usualLatency(test.store, "latest_price", null)).toBe(30);
  });

  it("is that of the newest thousand", async () => {
    await book([1_000_000, ...Array(1000).fill(8)]);
    expect(await usualLatency(test.store, "latest_price", null)).toBe(8);
  });

  it("is null where there is none", async () => {
    expect(await usualLatency(test.store, "latest_price", null)).toBeNull();
  });
});

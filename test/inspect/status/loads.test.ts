import {v7 as uuidv7} from "uuid";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {storeStatus} from "../../../loaders/inspect/status.js";
import {bookResponses} from "../../../loaders/store/book.js";
import {finishLoad, startLoad} from "../../../loaders/store/loads.js";
import {booking, makeStore, recorded, type TestStore} from "../../helpers/store.js";
import {bookAs} from "./entries.js";

let test: TestStore;

beforeEach(async () => {
  test = await makeStore();
});

afterEach(() => test.remove());

const run = (sql: string) => test.store.connection.run(sql);

describe("storeStatus(store)", () => {
  it("tells the ten newest loads, newest first, with how long each took", async () => {
    for (let i = 0; i < 12; i++) {
      const loadId = await startLoad(test.store, `load ${i}`, i > 0);
      await finishLoad(test.store, loadId, i === 11 ? "failed" : "done", i === 11 ? "no answer" : undefined);
      const startedAt = `TIMESTAMP '2026-05-12' + INTERVAL ${i} HOUR`;
      await run(`UPDATE loads SET startedAt = ${startedAt}, finishedAt = ${startedAt} + INTERVAL 1250 MILLISECOND
        WHERE loadId = '${loadId}'`);
    }
    const {loads} = await storeStatus(test.store);
    expect(loads.map(({command}) => command)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => `load ${i}`));
    expect(loads[0]).toEqual({
      startedAt: "2026-05-12T11:00:00Z",
      command: "load 11",
      status: "failed",
      seconds: 1.3,
      rows: 0,
      rowsPerSecond: 0,
      responses: 0,
      latencyP50Ms: null,
      latencyP99Ms: null,
      failures: 0,
      rejected: 0,
      simulated: true,
      error: "no answer"
    });
  });

  it("tells of a load its speed, the latency of its responses, and how many failed", async () => {
    const loadId = await startLoad(test.store, "history", false);
    const held = booking(loadId, recorded);
    const none = {...booking(loadId, '{"parsed":{"priceFeeds":[]}}'), entries: 0};
    const with200 = Array.from({length: 99}, (_, i) => ({...held, responseId: uuidv7(), latencyMs: i + 1}));
    const html = {...none, responseId: uuidv7(), latencyMs: 1000};
    const refused = {...none, responseId: uuidv7(), httpStatus: 403, latencyMs: null};
    const nothingThere = {...none, responseId: uuidv7(), httpStatus: 404, endpoint: "price", latencyMs: null};
    const noPath = {...none, responseId: uuidv7(), httpStatus: 404, latencyMs: null};
    await bookResponses(test.store, [...with200, html, refused, nothingThere, noPath]);
    await run(`INSERT INTO failed_responses VALUES ('${html.responseId}', 'body is no JSON', '<html>')`);
    await run(`INSERT INTO failed_responses VALUES ('${refused.responseId}', 'refused', 'no')`);
    await finishLoad(test.store, loadId, "done");
    await run("UPDATE loads SET startedAt = '2026-05-12 13:00:00', finishedAt = '2026-05-12 13:00:10'");
    expect((await storeStatus(test.store)).loads).toMatchObject([
      {
        ...{responses: 103, rows: 297, rowsPerSecond: 30, latencyP50Ms: 50.5, latencyP99Ms: 108, seconds: 10},
        failures: 3
      }
    ]);
  });

  it("takes a load that did not book its end to have lasted to its last response", async () => {
    await bookAs(test, "watch", recorded); // received at 14:00
    await run("UPDATE loads SET startedAt = '2026-05-12 13:59:57'");
    expect((await storeStatus(test.store)).loads).toMatchObject([{seconds: 3, rowsPerSecond: 1}]);
  });
});
